"""A judge's answer: what it says, the words that show it, and what it cost."""

from dataclasses import dataclass
from typing import NamedTuple

from ace.judges.prompt import MAX_QUOTE, MAX_REASON
from ace.judges.rubric import Rubric
from ace.judges.shown_episode import Shown, find_quote
from runtime.state.parse_action import ParseProblem, read_object


class Said(NamedTuple):
    """What a usable answer says. `quote` stands in the trace at `step`; both are empty and 0 for a passing one."""

    is_failing: bool
    reason: str
    quote: str
    step: int


@dataclass(frozen=True)
class JudgeAnswer:
    """One item's answer. `is_failing` is None when none could be used, and `problem` says why.

    `calls` are the questions it took, tokens counts, cost US dollars; all 0 where another item of the same words paid.
    """

    item: str
    is_failing: bool | None
    reason: str = ""
    quote: str = ""
    step: int = 0
    problem: str = ""
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float = 0.0
    seconds: float = 0.0


def parse_answer(raw: str, rubric: Rubric, shown: Shown) -> Said | ParseProblem:
    """Return what `raw` says, or why it cannot be used; the problem's words go back to the model.

    A failing answer must quote the text verbatim; a passing one may quote nothing, but may make up nothing either.
    """
    value = read_object(raw)
    if isinstance(value, ParseProblem):
        return value
    label, quote, reason = value.get("label"), value.get("quote"), value.get("reason")
    if label not in (rubric.labels.failing, rubric.labels.passing):
        return _problem(f'`label` must be "{rubric.labels.failing}" or "{rubric.labels.passing}"')
    if not isinstance(quote, str) or not isinstance(reason, str):
        return _problem("`quote` and `reason` must be texts")
    is_failing = label == rubric.labels.failing
    found = find_quote(quote, shown) if quote.strip() else None
    if found is None and quote.strip():
        return _problem("`quote` is not in the text: copy the words of one message exactly")
    if found is None and is_failing:
        return _problem(f'"{rubric.labels.failing}" needs a `quote` from the text')
    words, step = found if found is not None and is_failing else ("", 0)
    return Said(is_failing, reason[:MAX_REASON], words[: 2 * MAX_QUOTE], step)


def _problem(message: str) -> ParseProblem:
    return ParseProblem("malformed", message)
