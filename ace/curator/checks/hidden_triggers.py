"""Conditions about one sample, a time, or nothing at all: no evidence can bear out a rule that waits for these.

Texts that could be said later to set a rule off are not in the language of drafts (plain_condition).
"""

from collections.abc import Iterator

from ace.curator.checks.check import NOT_FOR_RULES
from ace.curator.draft import Draft
from runtime.rules.fields_read import fields_read

_TIMES = frozenset({"date", "time", "day", "month", "year", "hour", "weekday", "today", "now", "timestamp"})
_IDS = frozenset({"id", "sample", "case", "trial", "seed", "run", "trace", "uuid"})


def hidden_triggers(draft: Draft) -> Iterator[str]:
    """Yield what in the conditions of the draft's rule could lie in wait."""
    rule = draft.after
    assert rule is not None
    if rule.when is not None and not fields_read(rule.when):
        yield f"when: `{rule.when}` looks at nothing; say which decisions the rule is about"
    if rule.require is not None and rule.require.strip() != "false" and not fields_read(rule.require):
        yield f"require: `{rule.require}` looks at nothing, so it asks for nothing; write what must hold"
    for name, source in (("when", rule.when), ("require", rule.require)):
        if source is not None:
            yield from (f"{name}: {problem}" for problem in _problems(source))


def _problems(source: str) -> Iterator[str]:
    for path in fields_read(source):
        last = path.rpartition(".")[2]
        if path in NOT_FOR_RULES or last in _IDS or last.endswith("_id"):
            yield f"`{path}` names one sample or run; a rule must hold for all"
        if last in _TIMES:
            yield f"`{path}` is a time; a rule that waits for a day cannot be judged before it"
