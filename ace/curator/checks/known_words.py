"""What a draft says, in the words drafts are written in."""

from ace.curator.checks.check import Check, CheckInput
from ace.curator.draft import Draft
from ace.curator.facts.same_action import counts_in_words, same_action
from ace.curator.own_words import is_in_own_words, rationale_of
from ace.curator.wording.check_words import check_words


def check_known_words(draft: Draft, seen: CheckInput) -> Check:
    """Return whether the title, text and rationale of the draft's rule say nothing but what a rule may.

    Sentences that people reviewed in the rule it changes, or one it takes over with its text, are not looked at again.
    """
    after = draft.after
    assert after is not None
    if seen.vocabulary is None:
        return Check("words", True, "no vocabulary is given: the words are not looked at", "0 words")
    if is_in_own_words(draft, seen.context, _counts(draft, seen)):
        return Check("words", True, "says its condition, in words made of it", f"{len(after.text.split())} words")
    earlier = [rule for rule in (draft.before, *draft.merged) if rule is not None]
    before = next((rule for rule in earlier if rule.text == after.text), draft.before)
    name = draft.cluster.name if draft.cluster is not None else ""
    return Check("words", *check_words(after, before, seen.vocabulary, seen.context, name))


def _counts(draft: Draft, seen: CheckInput) -> str:
    """Return what is counted for the draft's condition, as its rationale may say; counted here anew."""
    after, cluster = draft.after, draft.cluster
    if after is None or cluster is None or not after.rationale.startswith(f"{rationale_of(cluster)} "):
        return ""
    same = same_action(cluster, seen.recorded, seen.episodes, seen.found)
    return "" if same is None else counts_in_words(after, same, seen.recorded)
