"""Decisions the tests of conditions look at, and how a rule judges them."""

from collections.abc import Sequence
from typing import get_args

from hypothesis import strategies as st

from runtime.contracts.action import ACTION_KINDS
from runtime.contracts.condition_context import TUTOR_CONTEXT, TUTOR_TOOLS, default_context, merge_context
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule
from runtime.contracts.state import Performance
from runtime.rules.evaluate_condition import judge
from tests.ace.building import nested
from tests.ace.building import rule as rule_of


def decided(name: str, sample: str = "", **fields: object) -> JsonObject:
    """Return a decision to take action or tool `name` on `sample`; `fields` name context fields with __ for a dot."""
    kind = name if name in ACTION_KINDS else "REQUEST_TOOL"
    named = {"action.kind": kind, "action.name": name, "episode.sample": sample}
    given = {path.replace("__", "."): value for path, value in fields.items()}
    context = merge_context(default_context(TUTOR_CONTEXT), nested({**named, **given}))  # type: ignore[arg-type]
    return dict(context)


def conditioned(when: str, require: str) -> Rule:
    """Return a rule with these conditions."""
    return rule_of("area.slug", when=when, require=require)


def firing(when: str, require: str, contexts: Sequence[JsonObject]) -> int:
    """Return how many of the decisions violate a rule with these conditions, as rules are judged."""
    rule = conditioned(when, require)
    return sum(judge(rule, context) == "violates" for context in contexts)


@st.composite
def decisions(draw: st.DrawFn, samples: int = 8, *, is_odd: bool = True) -> JsonObject:
    """Return any decision of the tutor; `is_odd`: a field may be missing or of another type, as traces can have it."""
    name = draw(st.sampled_from((*TUTOR_TOOLS, *(kind for kind in ACTION_KINDS if kind != "REQUEST_TOOL"))))
    called = draw(st.lists(st.sampled_from(TUTOR_TOOLS), max_size=3))
    context = decided(
        name,
        f"s{draw(st.integers(0, samples - 1))}",
        action__repeats=draw(st.integers(0, 3)),
        action__hint_level=draw(st.integers(0, 3)),
        action__leaks_answer=draw(st.booleans()),
        state__step=draw(st.integers(0, 9)),
        state__retrieval__queried=draw(st.booleans()),
        state__retrieval__confidence=draw(st.floats(0, 1)),
        state__tools__called=called,
        state__tools__last=called[-1] if called else "",
        state__student__performance=draw(st.sampled_from(get_args(Performance))),
        state__student__attempts=draw(st.integers(0, 4)),
        episode__modality=draw(st.sampled_from(("", "CT", "US"))),
    )
    odd = draw(st.sampled_from(("", "", "", "no retrieval", "text for a number", "null"))) if is_odd else ""
    state = context["state"]
    assert isinstance(state, dict)
    if odd == "no retrieval":
        return {**context, "state": {key: value for key, value in state.items() if key != "retrieval"}}
    if odd:
        return {**context, "state": {**state, "step": "many" if odd == "text for a number" else None}}
    return context
