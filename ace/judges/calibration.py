"""A calibration on disk: each labelled item with the judge's answer, from which every figure is worked out again."""

from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import Field, ValidationError

from ace.judges.errors import JudgeError
from ace.judges.identity import Identity
from ace.runs.run_record import write_json
from ace.workspace import Workspace
from analyzers.judge_agreement import Pair
from runtime.contracts.json_types import JsonObject, content_hash
from runtime.contracts.sample import Frozen


class CalibratedItem(Frozen):
    """One item: its hash, people's label and the judge's (None: no usable answer), and its words for it."""

    item: str
    id: str
    human: bool
    judge: bool | None
    reason: str = ""
    quote: str = ""
    problem: str = ""


class Calibration(Frozen):
    """What a judge was held against, and what it said. `against`: the former calibration it is compared with."""

    schema_: Literal[1] = Field(default=1, alias="schema")
    judge: JsonObject
    created: str
    simulated: bool
    labels: str
    items: tuple[CalibratedItem, ...]
    calls: int
    prompt_tokens: int
    completion_tokens: int
    cost_usd: float
    seconds: float
    against: str = ""

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """People's labels beside the judge's."""
        return tuple(Pair(one.item, one.human, one.judge) for one in self.items)

    @property
    def hash(self) -> str:
        """The identity of the judge that was calibrated."""
        return str(self.judge.get("hash", ""))

    @property
    def archived_name(self) -> str:
        """The file it stays in when a newer one of the same judge is in force."""
        return f"{self.hash}-{content_hash([one.model_dump(mode='json') for one in self.items], 12)}.json"


class Stored(NamedTuple):
    """A calibration with the file it is in."""

    path: Path
    calibration: Calibration


def judges_folder(workspace: Workspace, name: str) -> Path:
    """Return where a judge's calibrations and answers are: under the git folder, as runs are."""
    return workspace.state / "judges" / name


def answers_path(folder: Path, judge: Identity) -> Path:
    """Return where the answers of the judge's model are kept; another rubric asks other questions of the same file."""
    return folder / f"answers-{judge.model_hash}.jsonl"


def calibration_path(folder: Path, judge: Identity) -> Path:
    """Return where the judge's calibration in force is."""
    return folder / f"{judge.hash}.json"


def load_calibration(path: Path) -> Calibration | None:
    """Return the calibration in `path`, None when there is none. Raises: JudgeError when it cannot be read."""
    if not path.is_file():
        return None
    try:
        return Calibration.model_validate_json(path.read_bytes(), by_alias=True)
    except ValidationError as exc:
        first = exc.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the document"
        raise JudgeError(f"{path}: {where}: {first['msg']}; delete the file and calibrate again") from exc


def store_calibration(folder: Path, judge: Identity, calibration: Calibration) -> Path:
    """Write the calibration in force; every one is kept under its own name as well. Returns the file."""
    value = calibration.model_dump(mode="json", by_alias=True)
    write_json(folder / calibration.archived_name, value)
    path = calibration_path(folder, judge)
    write_json(path, value)
    return path


def newest_calibration(folder: Path) -> Stored | None:
    """Return the judge's newest calibration, of whatever identity; None when there is none."""
    paths = sorted(path for path in folder.glob("*.json")) if folder.is_dir() else []
    loaded = [Stored(path, found) for path in paths if (found := load_calibration(path)) is not None]
    return max(loaded, key=_order, default=None)


def _order(stored: Stored) -> tuple[str, bool, str]:
    # Of two made in the same second the one in force is the newer.
    return stored.calibration.created, stored.path.stem == stored.calibration.hash, stored.path.name
