"""Which proposal a draft would be, and what it touches."""

import pytest

from ace.curator.draft import Draft
from ace.cycle.draft_identity import already_proposed, draft_name, merged_ids, proposal_of, touched_rules
from ace.review.fingerprint import fingerprint, proposal_id
from tests.ace.building import rule

KEPT, ONE, TWO = rule("a.kept"), rule("a.one"), rule("a.two")
EDIT = Draft("edit", "a.kept", KEPT, KEPT, None, None, "", "heuristic")
MERGE = Draft("merge", "a.kept", KEPT, KEPT, None, None, "", "heuristic", (TWO, ONE))


def test_a_merge_touches_what_goes_too() -> None:
    assert (merged_ids(MERGE), touched_rules(MERGE)) == (("a.one", "a.two"), ("a.kept", "a.one", "a.two"))
    assert (merged_ids(EDIT), touched_rules(EDIT)) == ((), ("a.kept",))


def test_a_draft_is_named_after_all_of_it() -> None:
    assert (draft_name(EDIT), draft_name(MERGE)) == ("edit a.kept", "merge a.one, a.two into a.kept")


def test_the_proposal_is_that_of_the_fingerprint() -> None:
    assert proposal_of(EDIT) == proposal_id(fingerprint("edit", "a.kept", KEPT))
    assert proposal_of(MERGE) == proposal_id(fingerprint("merge", "a.kept", KEPT, ["a.two", "a.one"]))


@pytest.mark.parametrize(
    ("draft", "taken", "expected"),
    [
        (MERGE, {}, ""),
        (MERGE, {"a.other": "p"}, ""),
        (MERGE, {"a.kept": "p"}, "ace/p/p already proposes a change to this rule"),
        (MERGE, {"a.two": "p"}, "ace/p/p already proposes a change to a.two"),
        (EDIT, {"a.two": "p"}, ""),
    ],
)
def test_one_rule_stands_in_one_open_proposal(draft: Draft, taken: dict[str, str], expected: str) -> None:
    assert already_proposed(draft, taken) == expected
