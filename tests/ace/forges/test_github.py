"""GitHub's API, as its documentation has it."""

from collections.abc import Iterator

import pytest

from ace.forges.build_forge import build_forge
from ace.forges.errors import ForgeDeniedError, ForgeMissingError, ForgeRefusedError
from ace.forges.forge import Account, Forge, RequestChanges, WantedRequest
from tests.ace.forges.conftest import Kind, Opening
from tests.forge_server import Fault, Sent

_WANTED = WantedRequest("ace/p/x", "main", "A title", "A body", True)


@pytest.fixture
def kind() -> Kind:
    return "github"


@pytest.fixture
def forge(opening: Opening) -> Iterator[Forge]:
    opening.repository.git("push", "-q", "origin", "main:ace/p/x")
    session = opening.session()
    found = build_forge(session.settings.forge, session.environ, opening.repository.path, "origin")
    yield found
    found.close()


def test_who_the_token_acts_for(forge: Forge, opening: Opening) -> None:
    assert forge.account() == Account("ace-bot", is_bot=False)
    opening.state.is_installation, opening.state.me = True, "our-app[bot]"
    assert forge.account() == Account("our-app[bot]", is_bot=True)
    assert not forge.account().is_same("our-app"), "a person may have that name"
    # Should GraphQL leave the ending out, comments still have it.
    opening.state.me = "our-app"
    assert forge.account() == Account("our-app[bot]", is_bot=True)


def test_every_request_has_the_headers_that_are_asked_for(forge: Forge, opening: Opening) -> None:
    forge.update(forge.create(_WANTED), RequestChanges(is_draft=False))
    assert {seen.headers["x-github-api-version"] for seen in opening.state.seen} == {"2022-11-28"}
    assert {seen.headers["accept"] for seen in opening.state.seen} == {"application/vnd.github+json"}


def test_draft_and_back_by_graphql(forge: Forge, opening: Opening) -> None:
    request = forge.create(_WANTED)
    for is_draft in (False, True):
        forge.update(forge.find("ace/p/x")[0], RequestChanges(is_draft=is_draft))
        assert opening.state.requests[0].draft == is_draft
    assert request.is_draft


def test_the_draft_state_comes_before_the_body_that_speaks_of_it(forge: Forge, opening: Opening) -> None:
    forge.update(forge.create(_WANTED), RequestChanges(body="new", is_draft=False))
    assert [seen.path for seen in opening.state.writes()[1:]] == ["/graphql", "/repos/acme/tutor/pulls/1"]


def test_a_plan_without_drafts_leaves_it_ready(forge: Forge, opening: Opening) -> None:
    opening.state.has_drafts = False
    request = forge.create(_WANTED)
    forge.update(request, RequestChanges(is_draft=True))
    assert not opening.state.requests[0].draft


@pytest.mark.parametrize(
    ("error", "kind_of_error"),
    [({"type": "FORBIDDEN", "message": "no"}, ForgeDeniedError), ({"message": "no"}, ForgeRefusedError)],
)
def test_an_error_of_graphql_comes_with_200_and_is_one(
    forge: Forge, opening: Opening, error: dict[str, str], kind_of_error: type[Exception]
) -> None:
    request = forge.create(_WANTED)
    opening.state.faults.append(Fault("POST", "/graphql", Sent(200, {"errors": [error]})))
    with pytest.raises(kind_of_error, match="draft state of pull request 1"):
        forge.update(request, RequestChanges(is_draft=False))


def test_open_ones_come_first_then_the_newest(forge: Forge, opening: Opening) -> None:
    for state in ("closed", "open", "merged"):
        made = opening.state.add("ace/p/x", "main", state, "", draft=False)
        made.state, made.closed_at = state, "2026-01-01T00:00:00Z"
    assert [one.title for one in forge.find("ace/p/x")] == ["open", "merged", "closed"]


def test_a_second_one_is_refused(forge: Forge) -> None:
    forge.create(_WANTED)
    with pytest.raises(ForgeRefusedError, match="already exists") as caught:
        forge.create(_WANTED)
    assert caught.value.status == 422


def test_a_project_that_is_not_there(opening: Opening) -> None:
    session = opening.session(forge__project="acme/other")
    forge = build_forge(session.settings.forge, session.environ, opening.repository.path, "origin")
    with pytest.raises(ForgeMissingError, match="pull requests of acme/other"):
        forge.find("ace/p/x")
    forge.close()
