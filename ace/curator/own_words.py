"""What code says of a condition: a draft may always have these words, for nobody could put anything into them. Pure."""

import re
from collections.abc import Sequence

from ace.curator.conditions.candidate import Candidate
from ace.curator.conditions.rule_words import RuleWords, candidate_rule_words
from ace.curator.draft import Draft
from ace.curator.drafting.found_remedy import is_found_id
from analyzers.clusters.cluster import Cluster
from runtime.contracts.condition_context import ContextField
from runtime.contracts.rule import Rule

_MAX_TEXT = 1000
_INSTEAD = re.compile(r" Use `([^`]+)`(?: in another way)? instead\.\Z")


def words_of_condition(rule: Rule, fields: Sequence[ContextField]) -> RuleWords:
    """Return title and text made of the rule's condition and of what it does otherwise."""
    otherwise = rule.otherwise.action if rule.otherwise else None
    return candidate_rule_words(Candidate(rule.when or "", rule.require or "", 0, 0, 0, 0), fields, otherwise)


def edited_text(before: Rule, after: Rule, fields: Sequence[ContextField]) -> str:
    """Return what a rule says whose condition changes: what people reviewed, then the new condition in words.

    Words that were made of the old condition give way; so does what would be too long, and what to do instead where
    people have named that action already.
    """
    old, new = " ".join(before.text.split()), words_of_condition(after, fields).text
    if before.is_checked:
        if (before.when, before.require) == (after.when, after.require):
            return old
        made = words_of_condition(before, fields).text
        old = old.removesuffix(made).removesuffix(_without_instead(made)).strip()
    named = _INSTEAD.search(new)
    if named and re.search(rf"(?<!\w){re.escape(named[1])}(?!\w)", old):
        new = _without_instead(new)
    if new in old:
        return old
    return f"{old} {new}".strip() if len(old) + len(new) < _MAX_TEXT else new


def _without_instead(text: str) -> str:
    return _INSTEAD.sub("", text)


def rationale_of(cluster: Cluster) -> str:
    """Return why a rule for `cluster` is there: how often it failed, and its name."""
    return f"{cluster.failures} failures in {len(cluster.samples)} samples: {cluster.name}."


def is_in_own_words(draft: Draft, fields: Sequence[ContextField], counts: str = "") -> bool:
    """Return True when nothing in the draft's rule was written by anybody: id, title, text and rationale are code's.

    Of an edit, id and title may be those that people reviewed. `counts`: what code counts for the rule's condition,
    which may follow in the rationale.
    """
    after, before, cluster = draft.after, draft.before, draft.cluster
    if after is None or cluster is None or not after.is_checked:
        return False
    words = words_of_condition(after, fields)
    text = words.text if before is None else edited_text(before, after, fields)
    actions = {name for field in fields if field.path in {"action.name", "action.kind"} for name in field.choices}
    is_id = after.id == before.id if before is not None else is_found_id(after.id, cluster.detector, actions)
    is_title = after.title == words.title or (before is not None and after.title == before.title)
    why = rationale_of(cluster)
    is_why = after.rationale in {why, f"{why} {counts}".strip()} or (
        before is not None and after.rationale == before.rationale
    )
    return is_id and is_title and is_why and after.text.strip() == text
