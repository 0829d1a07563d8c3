"""What became of answers, counted: from valid JSON to a draft that passes every check."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ace.curator.draft import Attempt, Draft
from ace.curator.model_operation import NO_CHANGE, Operation, parse_operation
from analyzers.intervals import Interval, wilson
from runtime.contracts.condition_context import ContextField
from runtime.contracts.json_types import JsonObject
from runtime.rules.check_condition import check_condition


@dataclass(frozen=True)
class Share:
    """`count` of `of`, and what of."""

    name: str
    count: int
    of: int

    @property
    def interval(self) -> Interval:
        """The share with its 95% interval (Wilson)."""
        return wilson(self.count, self.of)

    def to_json(self) -> JsonObject:
        """Return {name, count, of, share, low, high}; share is None where nothing was counted."""
        share, low, high = self.interval
        rounded = None if share is None else round(share, 4)
        return {
            "name": self.name.strip(),
            "count": self.count,
            "of": self.of,
            "share": rounded,
            "low": round(low, 4),
            "high": round(high, 4),
        }


@dataclass(frozen=True)
class Outcome:
    """What came of one question. `raw` is None where no model was asked; `checks` is outcome by name, in order."""

    raw: str | None
    draft: Draft | None
    problem: str = ""
    checks: tuple[tuple[str, bool], ...] = ()

    @property
    def is_sound(self) -> bool:
        """True when there is a draft and it passes every check."""
        return self.draft is not None and all(ok for _, ok in self.checks)


def outcome_of(attempt: Attempt) -> Outcome:
    """Return what came of one answer of a model."""
    failing = tuple((words.partition(":")[0], False) for words in attempt.failing)
    passing = tuple((name, True) for name in attempt.passing)
    return Outcome(attempt.raw, attempt.draft, attempt.problem, (*passing, *failing))


def best_of(outcomes: Sequence[Outcome]) -> Outcome:
    """Return the outcome that is kept: of the drafts that with fewest failing checks, else the last answer."""
    drafts = [item for item in outcomes if item.draft is not None]
    return min(drafts, key=lambda item: sum(not ok for _, ok in item.checks)) if drafts else outcomes[-1]


def tally(outcomes: Sequence[Outcome], fields: Iterable[ContextField]) -> tuple[Share, ...]:
    """Return the shares, each of what came before it: of all questions, of the drafts, of the drafts so checked.

    Where no model was asked, nothing is said of its JSON.
    """
    n = len(outcomes)
    replies = [item.raw for item in outcomes if item.raw is not None]
    parsed = [parse_operation(raw) for raw in replies]
    drafts = [item for item in outcomes if item.draft is not None]
    rules = [item.draft.after for item in drafts if item.draft is not None and item.draft.after is not None]
    known = tuple(fields)
    sources = [[source for source in (rule.when, rule.require) if source is not None] for rule in rules]
    compiling = [each for each in sources if each and not any(check_condition(one, known) for one in each)]
    of_model = [
        Share("valid JSON object", sum(not _is_no_object(item) for item in parsed), n),
        Share("an operation", sum(isinstance(item, Operation) for item in parsed), n),
        Share("proposes no change", sum(item.problem == NO_CHANGE for item in outcomes), n),
    ]
    return (
        *(of_model if replies else ()),
        Share("a draft: valid rule, deletion or merge", len(drafts), n),
        Share("  drafts with a condition", sum(bool(each) for each in sources), len(drafts)),
        Share("  drafts whose conditions compile", len(compiling), len(drafts)),
        *(_check(name, drafts) for name in _names(drafts)),
        Share("passes every check", sum(item.is_sound for item in outcomes), n),
    )


def _is_no_object(parsed: Operation | str) -> bool:
    return isinstance(parsed, str) and parsed.startswith("not ")


def _names(drafts: Iterable[Outcome]) -> list[str]:
    return sorted({name for item in drafts for name, _ in item.checks})


def _check(name: str, drafts: Sequence[Outcome]) -> Share:
    seen = [ok for item in drafts for other, ok in item.checks if other == name]
    return Share(f"  check: {name}", sum(seen), len(seen))
