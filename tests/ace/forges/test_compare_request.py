"""What there is to change, and what is a person's by now."""

from dataclasses import replace

import pytest

from ace.forges.compare_request import compare_request, marked_body
from ace.forges.forge import ForgeRequest, RequestChanges, WantedRequest

_WAS = WantedRequest("ace/p/x", "main", "ace: edit a.b", "The body.", True)
_IS = ForgeRequest(
    7, "https://x.example/7", "open", _WAS.title, marked_body(_WAS.title, _WAS.body, "main", True), True, "main"
)
_NEW = replace(_WAS, title="ace: edit a.b (confirmed)", body="Another body.", is_draft=False, base="trunk")


def test_the_same_changes_nothing() -> None:
    assert compare_request(_IS, _WAS) == (RequestChanges(), ())


def test_all_that_is_ours_follows() -> None:
    changes, theirs = compare_request(_IS, _NEW)
    assert (changes.title, changes.base, changes.is_draft, theirs) == (_NEW.title, "trunk", False, ())
    assert changes.body == marked_body(_NEW.title, _NEW.body, "trunk", False)


@pytest.mark.parametrize(
    ("by_person", "theirs"),
    [
        ({"title": "Ours"}, "title"),
        ({"body": _IS.body.replace("The body.", "The body, and a remark.")}, "description"),
        ({"base": "release"}, "base"),
    ],
    ids=["title", "description", "base"],
)
def test_what_a_person_changed_stays_and_the_rest_follows(by_person: dict[str, str], theirs: str) -> None:
    changed = replace(_IS, **by_person)  # type: ignore[arg-type]
    changes, found = compare_request(changed, _NEW)
    assert found == (theirs,)
    after = replace(
        changed,
        title=changes.title or changed.title,
        body=changes.body or changed.body,
        base=changes.base or changed.base,
        is_draft=changed.is_draft if changes.is_draft is None else changes.is_draft,
    )
    # It stays theirs, and there is nothing left to do.
    assert compare_request(after, _NEW) == (RequestChanges(), (theirs,))


def test_ready_by_a_persons_hand_stays_ready() -> None:
    assert compare_request(replace(_IS, is_draft=False), _WAS) == (RequestChanges(), ("draft",))


def test_a_draft_state_that_is_as_wanted_is_ours_again() -> None:
    changes, theirs = compare_request(replace(_IS, is_draft=False), replace(_WAS, is_draft=False))
    assert (changes.is_draft, theirs, changes.body is not None) == (None, (), True)


def test_without_the_hidden_line_all_is_theirs() -> None:
    changes, theirs = compare_request(replace(_IS, body="Rewritten by a person."), _NEW)
    assert (changes, len(theirs)) == (RequestChanges(), 4)
