"""A candidate's shares and its record."""

from ace.curator.conditions.candidate import Candidate


def test_shares_are_of_the_cited_and_of_the_clean_decisions() -> None:
    found = Candidate('action.name == "zoom"', "false", 9, 10, 3, 60)
    assert (found.true_share, found.false_share) == (0.9, 0.05)
    assert found.to_json() == {
        "when": 'action.name == "zoom"',
        "require": "false",
        "fired": 9,
        "cited": 10,
        "alarms": 3,
        "clean": 60,
    }
