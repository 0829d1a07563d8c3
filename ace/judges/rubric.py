"""What a judge is asked: a rubric file, pinned by the hash of its content."""

from pathlib import Path
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import ConfigDict, Field, ValidationError, model_validator

from ace.config.plain_words import Place, setting_problem
from ace.judges.errors import JudgeError
from analyzers.detectors.detector import Scope
from analyzers.finding import Bucket, Severity
from analyzers.judge_agreement import Floor
from runtime.contracts.errors import RuleError
from runtime.contracts.json_types import content_hash
from runtime.contracts.sample import Frozen
from runtime.rules.read_yaml import read_yaml

RUBRICS = Path(__file__).parent / "rubrics"
Shows: TypeAlias = Literal["whole", "responses", "last_response"]
Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Word = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]{0,39}$")]
# The floor's defaults are those of the figures it is held against.
_FLOOR = Floor()


class _Strict(Frozen):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Labels(_Strict):
    """The two answers there are."""

    failing: Word
    """The answer that makes a finding."""
    passing: Word
    """The answer that makes none."""

    @model_validator(mode="after")
    def _differ(self) -> Self:
        if self.failing == self.passing:
            raise ValueError("failing and passing must be two different words")
        return self

    def word(self, is_failing: bool) -> str:
        """Return the answer's word."""
        return self.failing if is_failing else self.passing


class FloorSettings(_Strict):
    """What the judge must reach against people's labels before its verdicts are used.

    The lower 95% bound counts, not the figure itself: a few lucky items must not make a judge.
    """

    kappa: Annotated[float, Field(ge=-1, le=1, allow_inf_nan=False)] = _FLOOR.kappa
    """Least lower bound of Cohen's kappa."""
    precision: Share = _FLOOR.precision
    """Least lower bound of precision: how many of its findings are right."""
    recall: Share = _FLOOR.recall
    """Least lower bound of recall: how many of the failures it finds."""
    unusable: Share = _FLOOR.unusable
    """Largest share of answers that cannot be used."""
    items: int = Field(default=_FLOOR.items, ge=1)
    """Fewest labelled items."""
    each_label: int = Field(default=_FLOOR.each_label, ge=1)
    """Fewest items that people call failing, and passing."""

    def floor(self) -> Floor:
        """Return the floor as the analysis takes it."""
        return Floor(self.kappa, self.precision, self.recall, self.unusable, self.items, self.each_label)


class Rubric(_Strict):
    """One judge's question. Any change to it makes another judge, which must be calibrated again."""

    schema_: Literal[1] = Field(default=1, alias="schema")
    name: Word
    """Its findings are called `judge:<name>`."""
    title: str = Field(min_length=3, max_length=110)
    """What is wrong where the answer is the failing one; names findings and clusters."""
    question: str = Field(min_length=10, max_length=400)
    """What the model is asked."""
    labels: Labels
    """Its two answers."""
    instructions: str = Field(min_length=10, max_length=4000)
    """What counts as which, with the borderline cases."""
    severity: Severity
    """How much a failure matters."""
    bucket: Bucket
    """Where the cure lies."""
    scope: Scope = "any"
    """Whose episodes it reads."""
    shows: Shows = "responses"
    """What of an episode is judged: all of it, every response, or the last response."""
    max_chars: int = Field(default=12000, ge=500, le=200000)
    """Most characters of a text that are shown; the middle of a longer one is left out, with a note."""
    floor: FloorSettings = FloorSettings()
    """What it must reach."""

    @property
    def sha256(self) -> str:
        """64 hex digits of the rubric's canonical content; layout and comments do not count."""
        return content_hash(self.model_dump(mode="json", by_alias=True))


def read_rubric(path: Path) -> Rubric:
    """Return the rubric in a YAML file. Raises: JudgeError naming the file, the field and what it must be."""
    try:
        value = read_yaml(path.read_bytes(), str(path))
    except OSError as exc:
        raise JudgeError(f"{path}: cannot be read ({exc.strerror}); name a rubric file, or one of {_ours()}") from exc
    except RuleError as exc:
        raise JudgeError(str(exc)) from exc
    try:
        return Rubric.model_validate(value)
    except ValidationError as exc:
        problems = [
            f"{path}: {'.'.join(str(part) for part in error['loc']) or 'top'}: {setting_problem(error, _known)}"
            for error in exc.errors()
        ]
        raise JudgeError("\n".join(problems)) from exc


def find_rubric(name: str, base: Path) -> Rubric:
    """Return the rubric `name` means: a shipped one's name, or a path below `base`. Raises: JudgeError."""
    shipped = RUBRICS / f"{name}.yaml"
    is_path = "/" in name or name.endswith((".yaml", ".yml"))
    if not is_path and shipped.is_file():
        return read_rubric(shipped)
    if not is_path and not (base / name).is_file():
        raise JudgeError(f"{name!r} is no rubric: name a YAML file, or one of {_ours()}")
    return read_rubric(base / name)


def shipped_rubrics() -> tuple[str, ...]:
    """Return the names of the rubrics that come with ACE."""
    return tuple(sorted(path.stem for path in RUBRICS.glob("*.yaml")))


def _ours() -> str:
    return f"those that come with ACE: {', '.join(shipped_rubrics())}"


def _known(place: Place) -> list[str]:
    inner: dict[str, type[Frozen]] = {"labels": Labels, "floor": FloorSettings}
    model = inner.get(str(place[0]), Rubric) if place else Rubric
    return [field.alias or name for name, field in model.model_fields.items()]
