"""What a change is, in a reviewer's words: what is added or goes, what becomes a gate, what it is meant to do. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from ace.review.diff_model import FieldChange, RuleChange
from ace.review.evidence import EvidenceRecord
from runtime.agents.registry import AGENTS
from runtime.contracts.rule import Rule

BY_PERSON = "by a person, not measured"
SIGNS: dict[str, str] = {
    "added": "+",
    "edited": "~",
    "deleted": "-",
    "moved": ">",
    "renamed": ">",
    "reordered": "=",
    "promoted": "^",
    "demoted": "v",
    "unreadable": "!",
}
# A merge or a deletion that answers no failure is tidying: it should change nothing that is measured.
_TIDYING = {"merge": "a merge", "delete": "a deletion"}
_WHY = {
    "merge": "one rule is said to do for the others (see the checks); no failure is answered, so no effect is enough",
    "delete": "the rule is said not to be needed (see the checks); no failure is answered, so no effect is enough",
}
RETEST = "re-test"
"""The check of a deletion that rests on the rule having been left out again."""
_HARM = "left out again, the rule does harm by now: agents do better without it (the check re-test has the figures)"
_VERBS = {"add": "Adds", "edit": "Changes", "delete": "Deletes"}


class Enforcement(NamedTuple):
    """How the way a rule is enforced changes: `verb` what is done, `goal` to what, `meaning` what that does."""

    verb: str
    goal: str
    meaning: str


_PROMOTES = Enforcement(
    "promotes", "to a gate", "code stops a decision that violates the rule, where the prompt only asked"
)
_PROMOTES_OWN = Enforcement(
    "promotes",
    "to a gate",
    "a decision that violates the rule is stopped where the agent asks before it acts, and over HTTP it is the agent's "
    "to stop; the prompt only asked",
)
_DEMOTES = Enforcement("demotes", "to the prompt", "no code stops a decision that violates the rule any more")


def is_tidying(op: str, has_cluster: bool) -> bool:
    """Return True for a change that should change nothing: a merge or a deletion that answers no failures."""
    return op in _TIDYING and not has_cluster


def safety_words(before: Rule | None, after: Rule | None) -> str:
    """Return what a reviewer must know before anything else: a safety rule goes or changes; empty where none does."""
    if before is None or not (before.safety or (after is not None and after.safety)):
        return ""
    return f"{'removes' if after is None else 'changes'} a SAFETY rule"


def verdict_words(record: EvidenceRecord, verdict: str) -> str:
    """Return `verdict` as a sentence without its full stop; of tidying it says that it should have no effect.

    What a person undoes has no verdict of figures; what was measured under other rules says so.
    """
    if record.is_by_person and not record.trials and verdict == record.verdict:
        return BY_PERSON
    if record.measured is not None and record.measured.other_rules:
        return f"{verdict}; measured on {record.measured.base[:12]} under other rules"
    if not is_tidying(record.op, record.cluster is not None):
        return verdict
    noun = _TIDYING[record.op]
    if verdict == "no effect":
        return f"no effect, and {noun} should have none"
    if verdict == "insufficient evidence":
        return f"insufficient evidence of an effect, and {noun} should have none"
    return verdict


def why_no_cluster(record: EvidenceRecord) -> str:
    """Return why something is proposed that answers no cluster of failures, as a clause."""
    if record.reverts is not None:
        return f"a person undoes what commit {record.reverts[:12]} did to it"
    if record.op == "delete" and any(check.name == RETEST and check.ok for check in record.checks):
        return _HARM
    return _WHY.get(record.op, "no cluster of failures; see the verdict and its reason")


def agent_of(change: RuleChange) -> str:
    """Return whose rule it is; empty where it cannot be read."""
    rule = change.after or change.before
    return rule.agent if rule is not None else ""


def enforcement_words(fields: Sequence[FieldChange], agent: str = "") -> Enforcement | None:
    """Return how enforcement changes, None where it does not; a rule that comes or goes as a whole changes nothing.

    `agent`: whose rule it is; a person's own has its gates asked only where it asks.
    """
    field = next((field for field in fields if field.name == "enforce"), None)
    if field is None or field.before is None or field.after is None:
        return None
    if field.after == "gate":
        return _PROMOTES_OWN if agent and agent not in AGENTS else _PROMOTES
    return _DEMOTES


def place_words(change: RuleChange) -> str:
    """Return what a new id, file or place in the prompt means, as one clause; empty where none of them changed."""
    if change.kind == "renamed":
        return f"it was {change.id_before}; what was recorded under that id is not found under this one"
    if change.kind == "moved":
        return f"the same rule in another file; it was {change.path_before}"
    if change.kind == "reordered" and change.before and change.after:
        way = "earlier" if change.after.priority < change.before.priority else "later"
        return f"stands {way} in the prompt; its words stay"
    return ""


def summary_words(record: EvidenceRecord, fields: Sequence[FieldChange]) -> str:
    """Return what is done to which rule, as the beginning of a sentence, ids in backquotes."""
    name = f"`{record.rule_id}`"
    if record.op == "merge":
        return f"Merges {_named(record.merged)} into {name}"
    done = enforcement_words(fields)
    if done and len(fields) == 1:
        return f"{done.verb.capitalize()} rule {name} {done.goal}"
    return f"{_VERBS[record.op]} rule {name}" + (f" and {done.verb} it {done.goal}" if done else "")


def _named(rule_ids: Sequence[str]) -> str:
    *first, last = [f"`{rule_id}`" for rule_id in rule_ids]
    return f"rules {', '.join(first)} and {last}" if first else f"rule {last}"
