"""One measurement in a process of its own: what is asked comes as JSON on stdin, the answer goes to stdout."""

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from time import perf_counter

from ace.bench.agreement import agreement, agreement_within
from ace.bench.cluster_methods import METHODS, MethodSettings
from ace.bench.cluster_scale import scale_facts
from ace.bench.cluster_tuning import half_rows, tune
from ace.bench.labelled_errors import Fields, read_labelled_errors
from ace.bench.peak_memory import PeakMemory
from ace.errors import AceError
from runtime.contracts.errors import RuntimeFault
from runtime.contracts.json_types import JsonObject, as_object


def ask_child(request: Mapping[str, object]) -> JsonObject:
    """Return what a new process answers to `request`. Raises: AceError with what it says went wrong there."""
    done = subprocess.run(
        [sys.executable, "-m", "ace.bench.cluster_child"],
        input=json.dumps(request),
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise AceError(
            f"the process that measured {request.get('method', request['kind'])!r} ended with {done.returncode}"
        )
    answer = as_object(json.loads(done.stdout))
    if "error" in answer:
        raise AceError(str(answer["error"]))
    return answer


def measure(request: JsonObject) -> JsonObject:
    """Return rows, unique texts, groups, agreement, seconds and MiB of one method on the file named in `request`.

    Reading the file is not part of seconds and MiB; loading libraries and models is.
    """
    fields = Fields(*(str(item) for item in request["fields"]))  # type: ignore[attr-defined]
    table = read_labelled_errors(Path(str(request["input"])), fields)
    if fields.half_by:
        table = half_rows(table, "report")
    settings = MethodSettings(**as_object(request["settings"]))  # type: ignore[arg-type]
    memory = PeakMemory()
    started = perf_counter()
    grouped = METHODS[str(request["method"])](table.errors, settings)
    seconds, peak_mb = round(perf_counter() - started, 3), memory.mb
    labels = [table.labels[row] for row in grouped.rows]
    scores = agreement(labels, grouped.found)
    within = (
        agreement_within(labels, grouped.found, [table.within[row] for row in grouped.rows]) if table.within else None
    )
    return {
        "n": len(grouped.rows),
        "unique": grouped.unique,
        "groups": len(set(grouped.found)),
        **scores._asdict(),
        "seconds": seconds,
        "peak_mb": peak_mb,
        "note": grouped.note,
        "within": None
        if within is None
        else {**within.agreement._asdict(), "groups": within.groups, "rows": within.rows},
    }


def choose_cut(request: JsonObject) -> JsonObject:
    """Return the tuning on the file named in `request`."""
    fields = Fields(*(str(item) for item in request["fields"]))  # type: ignore[attr-defined]
    table = read_labelled_errors(Path(str(request["input"])), fields)
    return asdict(tune(table, fields.half_by))


KINDS: Mapping[str, Callable[[JsonObject], JsonObject]] = {
    "measure": measure,
    "tune": choose_cut,
    "scale": scale_facts,
}


def answer(request: JsonObject) -> JsonObject:
    """Return the answer to a request, or its error as {"error": text}."""
    try:
        return KINDS[str(request["kind"])](request)
    except (AceError, RuntimeFault) as exc:
        return {"error": str(exc)}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(answer(as_object(json.load(sys.stdin)))))
