"""Rows of an evidence record about the stages behind a verdict: looks, guards, slices, and the control."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StringConstraints

from runtime.contracts.rule import Verdict
from runtime.contracts.sample import Frozen

# Of fewer decisions no share of obeyed ones is said: a model may obey by deciding something else.
MIN_SPOKEN = 20
# More of anything was not counted; a figure of thousands of digits would also fill any table it is shown in.
Count: TypeAlias = Annotated[int, Field(ge=0, le=10**9)]
Share: TypeAlias = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Number: TypeAlias = Annotated[float, Field(allow_inf_nan=False)]
Positive: TypeAlias = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Name: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=120)]
CommitId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{40}|[0-9a-f]{64})$")]
Paragraph: TypeAlias = Annotated[str, StringConstraints(max_length=2000)]


class LookRow(Frozen):
    """What all held-out cases so far said after one batch."""

    cases: Count
    fixed: Count
    broke: Count
    e_value: Positive


class EstimateRow(Frozen):
    """The share of held-out cases fixed less the share broken, -1 to 1, with its bounds; `method` says how it is said
    without what stopping at a good moment adds."""

    change: Number
    low: Number
    high: Number
    method: Paragraph


class GuardRow(Frozen):
    """One guard: what must not get worse, and in a sentence or two what was measured."""

    name: Name
    status: Literal["held", "failed", "undecided", "not measured"]
    detail: Paragraph = ""


class SliceRow(Frozen):
    """One slice before and after, means over its samples; `low` is the one-sided 95% bound of the change."""

    name: Name
    n: Count
    cases: Count
    before: Share
    after: Share
    fixed: Count = 0
    broke: Count = 0
    low: Number
    status: Literal["held", "failed", "too few to tell"]


class ControlRow(Frozen):
    """The same rule enforced by code, on development samples: shares without it, in the prompt, as a gate.

    `fixed` and `broke` count cases of the gate against the prompt. Of the `decisions` the rule spoke about, the model
    met it in `obeyed`; the `violating` are shares of episodes. `promote`: the gate does as well, and has something to
    do.
    """

    n: Count
    cases: Count
    without: Share
    prompt: Share
    gate: Share
    fixed: Count
    broke: Count
    decisions: Count
    obeyed: Count
    violating_without: Share
    violating_prompt: Share
    promote: bool


class MeasuredOn(Frozen):
    """Where figures come from that are older than the record's base: a proposal was put on a new base as it was.

    `base` and `verdict`: the commit it was measured on, and what was said there. `other_rules`: the rules in the
    prompt were others than they are on the new base, so that nothing is known of the change under them.
    """

    base: CommitId
    verdict: Verdict
    other_rules: bool
