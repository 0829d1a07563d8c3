"""GitLab's API, as its documentation has it."""

from collections.abc import Iterator

import pytest

from ace.forges.build_forge import build_forge
from ace.forges.errors import ForgeRefusedError
from ace.forges.forge import Account, Forge, RequestChanges, WantedRequest
from tests.ace.forges.conftest import Kind, Opening
from tests.forge_server import TOKEN

_WANTED = WantedRequest("ace/p/x", "main", "A title", "A body", True)


@pytest.fixture
def kind() -> Kind:
    return "gitlab"


@pytest.fixture
def forge(opening: Opening) -> Iterator[Forge]:
    opening.repository.git("push", "-q", "origin", "main:ace/p/x")
    session = opening.session()
    found = build_forge(session.settings.forge, session.environ, opening.repository.path, "origin")
    yield found
    found.close()


def test_who_the_token_acts_for(forge: Forge, opening: Opening) -> None:
    assert forge.account() == Account("ace-bot", is_bot=False)
    opening.state.me = "project_3_bot_0a1b"
    assert forge.account() == Account("project_3_bot_0a1b", is_bot=True)


def test_the_token_is_in_its_own_header(forge: Forge, opening: Opening) -> None:
    forge.account()
    assert opening.state.seen[0].headers["private-token"] == TOKEN
    assert "authorization" not in opening.state.seen[0].headers


def test_a_draft_is_one_by_its_title(forge: Forge, opening: Opening) -> None:
    request = forge.create(_WANTED)
    assert (request.title, request.is_draft, opening.state.requests[0].title) == ("A title", True, "Draft: A title")
    forge.update(request, RequestChanges(is_draft=False))
    assert opening.state.requests[0].title == "A title"
    forge.update(forge.find("ace/p/x")[0], RequestChanges(title="Another"))
    assert opening.state.requests[0].title == "Another"


def test_all_changes_are_one_request(forge: Forge, opening: Opening) -> None:
    request = forge.create(_WANTED)
    forge.update(request, RequestChanges("New", "text", "main", is_draft=False, labels=("ace", "rules")))
    assert len(opening.state.writes()) == 2
    assert opening.state.requests[0].labels == ["ace", "rules"]


def test_no_change_is_no_request(forge: Forge, opening: Opening) -> None:
    request = forge.create(_WANTED)
    forge.update(request, RequestChanges())
    assert len(opening.state.writes()) == 1


def test_a_second_one_is_refused(forge: Forge) -> None:
    forge.create(_WANTED)
    with pytest.raises(ForgeRefusedError, match="Another open merge request already exists") as caught:
        forge.create(_WANTED)
    assert caught.value.status == 409


def test_pages_go_by_their_number_whatever_host_the_links_name(forge: Forge, opening: Opening) -> None:
    request = forge.create(_WANTED)
    for number in range(5):
        opening.state.comment(opening.state.requests[0], "somebody", str(number))
    opening.state.page_size = 2
    assert [one.body for one in forge.comments(request)] == list("01234")


def test_an_event_of_gitlabs_own_is_told_from_a_comment(forge: Forge, opening: Opening) -> None:
    request = forge.create(_WANTED)
    opening.state.comment(opening.state.requests[0], "somebody", "added 1 commit", system=True)
    assert [one.is_system for one in forge.comments(request)] == [True]
