"""Is a draft's rule a file that will load, with conditions that compile and look at what a rule may look at?"""

from collections.abc import Iterator

from ace.curator.checks.check import NOT_FOR_RULES, Check, CheckInput
from ace.curator.checks.hidden_triggers import hidden_triggers
from ace.curator.checks.idle_parts import idle_parts
from ace.curator.checks.plain_condition import foreign_parts
from ace.curator.draft import Draft
from ace.playbook.write_rule import dump_rule
from runtime.contracts.errors import RuleError
from runtime.contracts.rule import Rule
from runtime.rules.check_condition import check_condition
from runtime.rules.problem import did_you_mean
from runtime.rules.read_rule import parse_rule


def check_schema(draft: Draft, seen: CheckInput, path: str) -> Check:
    """Return whether the rule loads from `path`, and its conditions and replacement name only what there is.

    Conditions that people reviewed are not searched for triggers, for parts that are not in the language of drafts, or
    for parts that change nothing.
    """
    rule = draft.after
    assert rule is not None
    try:
        parse_rule(dump_rule(rule), path)
    except RuleError as exc:
        return Check("schema", False, str(exc))
    problems = [*_conditions(rule, seen), *_fields(draft, rule, seen)]
    if not problems and not _is_reviewed(draft, rule):
        problems = [*foreign_parts(draft, seen), *hidden_triggers(draft)] or list(idle_parts(draft, seen))
    return Check("schema", not problems, "; ".join(problems) or "fields, characters and conditions are valid")


def _conditions(rule: Rule, seen: CheckInput) -> Iterator[str]:
    fields = [field for field in seen.context if field.path not in NOT_FOR_RULES]
    for name, source in (("when", rule.when), ("require", rule.require)):
        if source is not None:
            yield from (f"{name}: {problem}" for problem in check_condition(source, fields))


def _fields(draft: Draft, rule: Rule, seen: CheckInput) -> Iterator[str]:
    otherwise = rule.otherwise.action if rule.otherwise else ""
    if otherwise and otherwise not in seen.usable:
        what = "can take the place of nothing" if otherwise in seen.actions else "is not an action or tool"
        yield f"otherwise: {otherwise!r} {what} of this agent; {did_you_mean(otherwise, sorted(seen.usable))}"
    effects = [old.effect for old in (draft.before, *draft.merged) if old is not None]
    if rule.effect is not None and rule.effect not in effects:
        yield "effect: is written after judging, never by a draft; leave it out"


def _is_reviewed(draft: Draft, rule: Rule) -> bool:
    earlier = [old for old in (draft.before, *draft.merged) if old is not None]
    return (rule.when, rule.require) in {(old.when, old.require) for old in earlier}
