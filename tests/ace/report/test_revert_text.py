"""What `ace revert` prints."""

from ace.cycle.last_change import LastChange, RuleVersion
from ace.cycle.revert import Reverted
from ace.report.revert_text import revert_json, revert_text
from ace.review.proposal_branches import Proposal

PROPOSAL = Proposal("1" * 12, f"ace/p/{'1' * 12}", "a" * 40, base="b" * 40, op="delete", rule_id="a.b")
CHANGE = LastChange("c" * 40, "d" * 40, "added", "p/a/b.yaml", RuleVersion(None, None), RuleVersion(b"x", None))


def test_what_is_done_and_what_is_left_for_a_person() -> None:
    text = revert_text(Reverted(PROPOSAL, CHANGE, ".ace/rejected/2.yaml", ("c.d",)))
    assert text.split("\n") == [
        "ace/p/111111111111: a.b is deleted; undoes cccccccccccc",
        "by a person, not measured; merge it like any proposal",
        "with .ace/rejected/2.yaml: merged, it also keeps that change from being proposed again",
        "look at c.d too, which says it is related",
        "Look at it: ace show 111111111111",
    ]


def test_json() -> None:
    value = revert_json(Reverted(PROPOSAL, CHANGE, "", ()))
    assert (value["did"], value["op"], value["reverts"], value["rejected"]) == ("added", "delete", "c" * 40, None)
