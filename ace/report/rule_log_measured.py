"""What was measured of a rule after it was proposed: confirmations and re-tests in the ledger, and rules left out."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from ace.ledger.ledger_ref import read_ledger
from ace.text.counted import counted
from runtime.contracts.json_types import JsonObject, as_object

ABLATION_FILE = "ablation.json"


class Measured(NamedTuple):
    """One measurement. `when`: a time, or a run's id that begins with one; `kind`: confirmation, re-test or left out.

    `n`: samples, or trials; `before` and `after` are shares (0-1) without and with the rule, None where only the word
    is kept.
    """

    when: str
    kind: str
    run: str
    word: str
    n: int
    before: float | None
    after: float | None
    simulated: bool
    controller: str


def uses_of(repo: Path, proposals: Iterable[str]) -> Iterator[Measured]:
    """Yield each confirmation of these proposals that the ledger counts. Raises: LedgerError."""
    wanted = frozenset(proposals)
    for use in read_ledger(repo).uses.values() if wanted else ():
        if use.proposal in wanted:
            word = use.verdict or "begun, and nothing is known of how it ended"
            yield Measured(
                use.when, "confirmation", use.run, word, len(use.samples), None, None, use.simulated, use.controller
            )


def retests_of(repo: Path, rule_id: str) -> Iterator[Measured]:
    """Yield each time the rule was left out again while in force, as the ledger has it. Raises: LedgerError."""
    for one in read_ledger(repo).retests.values():
        if one.rule == rule_id:
            word = f"{one.word}: without it {counted(one.better, 'case')} better, {one.worse} worse"
            when = one.when.isoformat()
            yield Measured(when, "re-test", one.run, word, one.cases, None, None, one.simulated, one.controller)


def ablations_of(runs: Path, rule_id: str) -> Iterator[Measured]:
    """Yield what leaving the rule out came to, in each run it was done for; a file that cannot be read says nothing."""
    for path in sorted(runs.glob(f"r-*/{ABLATION_FILE}")) if runs.is_dir() else ():
        try:
            value = as_object(json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError):
            continue
        rules = value.get("rules")
        for item in rules if isinstance(rules, list) else ():
            if as_object(item).get("rule") == rule_id:
                yield _left_out(path.parent.name, value, as_object(item))


def _left_out(run: str, value: JsonObject, item: JsonObject) -> Measured:
    trials = as_object(item.get("trials"))
    n = trials.get("n")
    return Measured(
        _time_of(run),
        "left out",
        run,
        str(item.get("word", "")),
        n if isinstance(n, int) else 0,
        _share(trials.get("without")),
        _share(trials.get("with")),
        bool(value.get("simulated")),
        str(value.get("controller", "")),
    )


def _share(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None


def _time_of(run: str) -> str:
    """Return the time in a run's id as an ISO date, so that it sorts beside others: r-20261130-232319-cbcd."""
    day = run.removeprefix("r-")[:8]
    return f"{day[:4]}-{day[4:6]}-{day[6:]}" if day.isdigit() else run
