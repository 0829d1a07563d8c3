"""What a step came to, kept whole beside the journal, so that a cycle that is gone on with has the same drafts."""

from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from ace.cycle.draft_changes import Drafted
from ace.cycle.journal.retest_step import CycleRetest
from ace.cycle.propose import Judged
from ace.errors import AceError
from ace.runs.run_record import write_whole

T = TypeVar("T")


class KeptStepError(AceError):
    """What a step came to cannot be read back."""


def keep_drafted(folder: Path, drafted: Drafted) -> None:
    """Write down what was drafted."""
    _keep(folder / "drafted.json", TypeAdapter(Drafted), drafted)


def kept_drafted(folder: Path) -> Drafted | None:
    """Return what was drafted, None when that was not come to. Raises: KeptStepError."""
    return _kept(folder / "drafted.json", TypeAdapter(Drafted))


def keep_retested(folder: Path, retested: CycleRetest) -> None:
    """Write down what re-testing came to."""
    _keep(folder / "retested.json", TypeAdapter(CycleRetest), retested)


def kept_retested(folder: Path) -> CycleRetest | None:
    """Return what re-testing came to, None when that was not come to. Raises: KeptStepError."""
    return _kept(folder / "retested.json", TypeAdapter(CycleRetest))


def keep_judged(folder: Path, judged: Judged) -> None:
    """Write down what was judged."""
    _keep(folder / "judged.json", TypeAdapter(Judged), judged)


def kept_judged(folder: Path) -> Judged | None:
    """Return what was judged, None when that was not come to. Raises: KeptStepError."""
    return _kept(folder / "judged.json", TypeAdapter(Judged))


def _keep(path: Path, adapter: TypeAdapter[T], value: T) -> None:
    write_whole(path, adapter.dump_json(value, by_alias=True))


def _kept(path: Path, adapter: TypeAdapter[T]) -> T | None:
    if not path.is_file():
        return None
    try:
        return adapter.validate_json(path.read_bytes())
    except ValidationError as exc:
        raise KeptStepError(
            f"{path}: cannot be read ({exc.error_count()} errors); begin anew: ace cycle --new"
        ) from exc


def forget_kept(folder: Path) -> None:
    """Throw away what the steps of a cycle came to: it is done."""
    for name in ("drafted.json", "retested.json", "judged.json"):
        (folder / name).unlink(missing_ok=True)
