"""The JSON of ace-framework and ace-playbook."""

import pytest

from ace.errors import AceError
from ace.playbook.exchange.json_playbooks import is_json_playbook, read_json_playbook

SKILL = {
    "id": "t-1",
    "section": "tools",
    "content": "Ask first.",
    "helpful": 3,
    "harmful": 0,
    "neutral": 1,
    "created_at": "2026-01-01",
    "updated_at": "2026-01-01",
    "embedding": [0.1, 0.2],
    "status": "active",
}


def test_what_a_skill_has_and_a_rule_file_does_not_is_named() -> None:
    read = read_json_playbook(
        {"skills": {"t-1": SKILL}, "sections": {}, "next_id": 1, "similarity_decisions": {"a,b": {}}, "x": 1},
        "ace-framework",
    )
    (entry,) = read.entries
    assert entry.lost == ("embedding", "time it was made", "time it was changed", "counters")
    assert read.lost == ("1 decisions to keep two rules apart", "fields of other names")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"status": "invalid"}, "out of use"),
        ({"id": "other"}, "not the key"),
        ({"content": 5}, "must be texts"),
        ({"section": None}, "must be texts"),
    ],
)
def test_a_skill_that_cannot_be_used_is_listed(change: dict[str, object], says: str) -> None:
    read = read_json_playbook({"skills": {"t-1": {**SKILL, **change}, "t-2": "text"}}, "ace-framework")
    assert read.entries == ()
    assert [says in read.refused[0].reason, "no object" in read.refused[1].reason] == [True, True]


@pytest.mark.parametrize("count", [-1, True, "99", 10**12, 1.5, None])
def test_forged_counters_are_no_counts(count: object) -> None:
    bullet = {"content": "Ask first.", "id": "c", "section": "s", "helpful_count": count}
    (entry,) = read_json_playbook({"bullets": [bullet]}, "ace-playbook").entries
    assert entry.helpful is None
    assert "counters that are no counts" in entry.lost


def test_other_shapes_are_refused() -> None:
    assert is_json_playbook([]) is None
    assert is_json_playbook({"bullets": {}}) is None
    with pytest.raises(AceError, match="name the right --format"):
        read_json_playbook({"bullets": []}, "ace-framework")
