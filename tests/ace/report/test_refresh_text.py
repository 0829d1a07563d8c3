"""What `ace refresh` prints."""

from ace.cycle.refresh import Refreshed
from ace.report.refresh_text import refresh_json, refresh_text
from ace.review.proposal_branches import Proposal

OLD = Proposal("1" * 12, f"ace/p/{'1' * 12}", "a" * 40, base="b" * 40, op="edit", rule_id="a.b", verdict="promising")
NEW = Proposal("1" * 12, f"ace/p/{'1' * 12}", "c" * 40, base="d" * 40, op="edit", rule_id="a.b", verdict="confirmed")


def test_a_line_for_the_state_one_for_the_reason_and_a_count() -> None:
    results = [
        Refreshed(OLD, "refreshed", "now on d", NEW, "pushed to origin"),
        Refreshed(OLD, "hands off", "x\x1b[2J"),
    ]
    lines = refresh_text(results).split("\n")
    assert lines[:3] == [
        "refreshed  ace/p/111111111111  a.b",
        "           now on d",
        "           pushed to origin",
    ]
    assert lines[4:] == ["           x\\x1b[2J", "hands off 1, refreshed 1"]
    assert refresh_text([]) == "No proposal is open."


def test_json_says_where_the_branch_is_now() -> None:
    value = refresh_json([Refreshed(OLD, "refreshed", "r", NEW), Refreshed(OLD, "closed", "gone")])
    entries = value["proposals"]
    assert isinstance(entries, list)
    assert [(one["commit"], one["verdict"]) for one in entries] == [("c" * 40, "confirmed"), (None, None)]
    assert (entries[0]["state"], entries[0]["pushed"], value["schema_version"]) == ("refreshed", None, 1)
