"""Was this proposed before, and refused? Pure."""

from collections.abc import Iterable, Sequence

from ace.rejections.condition_meaning import Condition, other_values, same_violations
from ace.rejections.rejection import Rejection
from ace.rejections.text_meaning import same_wording, same_words
from ace.review.fingerprint import fingerprint
from runtime.contracts.condition_context import ContextField
from runtime.contracts.rule import FIRST_AGENT, Rule
from runtime.rules.condition_tokens import text_of_literal, tokens_of


def find_rejected(
    op: str,
    rule_id: str,
    after: Rule | None,
    cluster: str,
    rejections: Iterable[Rejection],
    *,
    today: str,
    merged: Iterable[str] = (),
    agent: str = FIRST_AGENT,
    fields: Sequence[ContextField] = (),
) -> Rejection | None:
    """Return the rejection that speaks against a proposal: of the very same, else of one that only reads otherwise.

    The same has the same fingerprint. A rewording answers the same `cluster`, or is of the same rule, and the same
    decisions violate it, whatever its words; or its text says the same and its conditions, where both have them, ask
    for no other values. From the day it expires a rejection does not count. The latest one is returned.
    Only a rejection for the same agent counts. `agent`: whose rule a delete takes away; else `after` says whose it is.
    `merged`: the ids of the rules that a merge takes away. `fields`: what conditions see, which tells more rewordings.
    Units: today is an ISO date.
    """
    owner = agent if after is None else after.agent
    standing = [item for item in rejections if item.agent == owner and item.stands(today)]
    mark = fingerprint(op, rule_id, after, merged, agent=owner)
    same = [item for item in standing if item.fingerprint == mark]
    if not same and after is not None:
        about = [item for item in standing if is_about(item, cluster, rule_id) and _is_comparable(op, after, item)]
        same = [item for item in about if _is_reworded(after, item, fields)]
    return max(same, key=lambda item: (item.date, item.fingerprint), default=None)


def is_about(rejection: Rejection, cluster: str, rule_id: str) -> bool:
    """Return True for a rejection of what answered this cluster, or changed this rule."""
    return (bool(cluster) and rejection.cluster == cluster) or rejection.rule == rule_id


def condition_of(item: Rule | Rejection) -> Condition | None:
    """Return both parts of a condition, None where there are not both."""
    return None if item.when is None or item.require is None else Condition(item.when, item.require)


def same_conditions(left: Rule | Rejection, right: Rule | Rejection) -> bool:
    """Return True when both have a condition and it is the same but for spacing, comments and the kind of quotes."""
    one, other = condition_of(left), condition_of(right)
    return one is not None and other is not None and [*map(_bare, one)] == [*map(_bare, other)]


def _is_comparable(op: str, after: Rule, rejection: Rejection) -> bool:
    """A rule's way into or out of a gate, and a rule for somebody else, is another question than what it says."""
    is_promotion = "edit" in {op, rejection.op} and after.enforce != rejection.enforce
    return "merge" not in {op, rejection.op} and not is_promotion and after.audience == rejection.audience


def _is_reworded(after: Rule, rejection: Rejection, fields: Sequence[ContextField]) -> bool:
    one, other = condition_of(after), condition_of(rejection)
    if one is not None and other is not None:
        if same_violations(one, other, fields) is True:
            return True
        if other_values(one, other):
            return False
    return same_words(after.text, rejection.text) or same_wording(after.text, rejection.text)


def _bare(source: str) -> tuple[str, ...]:
    return tuple(_literal(token.text) if token.kind == "string" else token.text for token in tokens_of(source))


def _literal(text: str) -> str:
    value = text_of_literal(text)
    return text if value is None else f'"{value}"'
