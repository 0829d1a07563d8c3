"""All proposals at once: failures are rows, and the token is nowhere."""

import json
import logging
import traceback

import pytest

from ace.errors import AceError
from ace.forges.errors import ForgeSetupError
from ace.forges.open_requests import check_forge
from ace.forges.opened_requests import OpenedRequests
from ace.review.errors import ProposalError, UnknownProposalError
from tests.ace.forges.conftest import Opening
from tests.forge_server import PROJECT, TOKEN, Fault, Sent

_LIST = r"/(pulls|merge_requests)$"
_HTML = "<!DOCTYPE html><html><body>Sign in</body></html>"


def test_one_failing_request_does_not_stop_the_others(opening: Opening) -> None:
    opening.propose("edit")
    opening.propose("delete")
    opening.state.faults.append(Fault("POST", _LIST, Sent(400, {"message": "Problems parsing JSON"})))
    opened = opening.open()
    assert sorted(row.action for row in opened.rows) == ["created", "failed"]
    assert opened.has_failed
    assert next(row for row in opened.rows if row.action == "failed").detail.endswith("400 (Problems parsing JSON)")


def test_named_proposals_alone_are_opened(opening: Opening) -> None:
    first = opening.propose("edit")
    opening.propose("delete")
    opened = opening.open(first[:6], f"ace/p/{first}")
    assert [row.proposal for row in opened.rows] == [first]


def test_a_name_of_no_proposal_is_an_error(opening: Opening, proposal: str) -> None:
    with pytest.raises(UnknownProposalError, match="there is no proposal"):
        opening.open("feedfeedfeed")


def test_a_range_is_no_proposal(opening: Opening, proposal: str) -> None:
    with pytest.raises(ProposalError, match="name proposals"):
        opening.open("main..HEAD")


def test_without_a_proposal_nothing_is_asked_and_no_token_is_needed(opening: Opening) -> None:
    opening.environ.clear()
    assert opening.open().rows == ()
    assert opening.state.seen == []


def test_a_branch_that_holds_no_proposal_is_left_with_its_reason(opening: Opening) -> None:
    opening.repository.git("branch", "ace/p/0123456789ab")
    opened = opening.open()
    assert (opened.rows[0].action, opened.has_failed) == ("left", False)
    assert "holds no commit of proposal" in opened.rows[0].detail


def test_a_proposal_merged_here_needs_no_forge(opening: Opening, proposal: str) -> None:
    opening.repository.git("-c", "user.name=p", "-c", "user.email=p@example.org", "merge", "-q", f"ace/p/{proposal}")
    opened = opening.open(proposal)
    assert opened.rows[0].action == "merged"
    assert "git branch -D" in opened.rows[0].detail


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        pytest.param(Sent(401, {"message": "Bad credentials"}), "is not accepted (Bad credentials)", id="401"),
        pytest.param(
            Sent(403, {"message": "no"}, {"X-Accepted-GitHub-Permissions": "pull_requests=write"}),
            "it needs the permission pull_requests=write",
            id="403 fine-grained",
        ),
        pytest.param(
            Sent(403, {"message": "no"}, {"X-Accepted-OAuth-Scopes": "repo", "X-OAuth-Scopes": "gist"}),
            "it needs one of the scopes repo, and has gist",
            id="403 classic",
        ),
        pytest.param(
            Sent(403, {"error": "insufficient_scope", "scope": "api"}), "needs the scope `api`", id="403 GitLab"
        ),
        pytest.param(Sent(403, {}, {"X-GitHub-SSO": "required; url=x"}), "single sign-on", id="403 sign-on"),
        pytest.param(Sent(404, {"message": "Not Found"}), "cannot see it (Not Found); check forge.project", id="404"),
        pytest.param(Sent(404, _HTML), "cannot see it; check forge.project", id="404 page"),
        pytest.param(Sent(400, _HTML), "is forge.api the address of its API?", id="400 page"),
        pytest.param(Sent(200, _HTML), "but not with JSON; is forge.api", id="200 page"),
        pytest.param(Sent(200, '{"broken": '), "but not with JSON", id="broken JSON"),
        pytest.param(Sent(200, "[" * 100_000), "but not with JSON", id="deep JSON"),
        pytest.param(Sent(200, {"not": "a list"}), "a list was expected", id="object for list"),
        pytest.param(Sent(200, [{"number": "7"}]), "is forge.api the address of the right API", id="wrong fields"),
        pytest.param(
            Sent(302, None, {"Location": "https://evil.example/"}), "redirect to another address", id="redirect"
        ),
        pytest.param(Sent(301, None, {"Location": "/somewhere"}), "cannot see it", id="same host"),
    ],
)
def test_an_answer_that_is_no_success_says_what_to_do(opening: Opening, proposal: str, sent: Sent, words: str) -> None:
    if sent.status == 301:
        opening.state.faults.append(Fault("GET", "/somewhere", Sent(404, {}), times=9))
    opening.state.faults.append(Fault("GET", _LIST, sent, times=9))
    row = opening.open().rows[0]
    assert row.action == "failed"
    assert words in row.detail
    assert "127.0.0.1" in row.detail or "request" in row.detail


def test_a_wrong_token_fails_every_row_after_one_question(opening: Opening) -> None:
    opening.propose("edit")
    opening.propose("delete")
    opening.environ = dict.fromkeys(opening.environ, "another-token-entirely")
    opened = opening.open()
    assert [row.action for row in opened.rows] == ["failed", "failed"]
    assert len(opening.state.seen) == 1


def test_a_limit_that_lasts_too_long_is_not_tried_again_for_the_others(opening: Opening) -> None:
    opening.propose("edit")
    opening.propose("delete")
    opening.state.faults.append(Fault("GET", _LIST, Sent(429, {}, {"Retry-After": "3600"}), times=9))
    opened = opening.open()
    assert [row.action for row in opened.rows] == ["failed", "failed"]
    assert opened.rows[1].detail.startswith("not tried:")
    assert "rate limit" in opened.rows[0].detail
    assert opening.slept == []


def test_a_short_limit_is_waited_out(opening: Opening, proposal: str) -> None:
    limited = Sent(403, {"message": "limit"}, {"Retry-After": "3"})
    opening.state.faults.append(Fault("POST", _LIST, limited))
    assert opening.open().rows[0].action == "created"
    assert opening.slept == [3.0]
    assert len(opening.state.requests) == 1


def test_two_bad_gateways_are_waited_out(opening: Opening, proposal: str) -> None:
    opening.state.faults.append(Fault("GET", _LIST, Sent(502, _HTML), times=2))
    assert opening.open().rows[0].action == "created"
    assert opening.slept == [1.0, 2.0]


@pytest.mark.parametrize("what", [_LIST, r"/(comments|notes)$"], ids=["request", "comment"])
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_lost_answer_to_a_creation_makes_no_second(opening: Opening, proposal: str, what: str, when: str) -> None:
    opening.state.faults.append(Fault("POST", what, Sent(502, _HTML), when=when))  # type: ignore[arg-type]
    assert opening.open().rows[0].action in {"created", "updated"}
    assert (len(opening.state.requests), len(opening.state.requests[0].comments)) == (1, 1)
    assert opening.state.requests[0].labels == ["ace"]


def test_a_slow_forge_is_given_up(opening: Opening, proposal: str) -> None:
    opening.state.faults.append(Fault("GET", _LIST, Sent(200, []), times=9, delay_s=1.0))
    row = opening.open(forge__timeout_s=0.2, forge__wait_s=0).rows[0]
    assert (row.action, "no answer within 0.2 s" in row.detail) == ("failed", True)


def test_no_forge_there_is_a_row(opening: Opening, proposal: str) -> None:
    row = opening.open(forge__api="http://127.0.0.1:9", forge__wait_s=0).rows[0]
    assert (row.action, "no connection" in row.detail) == ("failed", True)


def test_the_one_comment_is_found_on_a_later_page(opening: Opening, proposal: str) -> None:
    opening.open()
    request = opening.state.requests[0]
    mine = request.comments.pop()
    for number in range(5):
        opening.state.comment(request, "somebody", f"{number}")
    request.comments.append(mine)
    opening.state.page_size = 2
    assert opening.open().rows[0].action == "unchanged"
    assert len(request.comments) == 6


def test_a_strangers_comment_with_our_marker_is_not_ours(opening: Opening, proposal: str) -> None:
    opening.open()
    request = opening.state.requests[0]
    request.comments[0].author = "stranger"
    opening.open()
    assert [comment.author for comment in request.comments] == ["stranger", opening.state.me]


@pytest.mark.parametrize("kind", ["github"], indirect=False)
def test_a_workflows_own_token_finds_its_comment_again(opening: Opening, proposal: str, kind: str) -> None:
    opening.state.me, opening.state.is_installation = "github-actions[bot]", True
    opening.open()
    assert opening.open().rows[0].action == "unchanged"
    assert len(opening.state.requests[0].comments) == 1


@pytest.mark.parametrize("kind", ["github"], indirect=False)
def test_without_drafts_in_the_plan_the_title_says_it(opening: Opening, kind: str) -> None:
    opening.propose("delete", verdict="no effect")
    opening.state.has_drafts = False
    assert [opening.open().rows[0].action for _ in range(2)] == ["created", "unchanged"]
    assert (opening.state.requests[0].draft, "no effect" in opening.state.requests[0].title) == (False, True)


def test_a_missing_token_is_found_before_anything_is_sent(opening: Opening, proposal: str) -> None:
    opening.environ.clear()
    with pytest.raises(ForgeSetupError, match=r"set GIT(HUB|LAB)_TOKEN to"):
        check_forge(opening.session())
    assert opening.open().rows[0].action == "failed"
    assert opening.state.seen == []


def test_a_forge_without_a_remote_says_what_to_set(opening: Opening, proposal: str) -> None:
    with pytest.raises(ForgeSetupError, match=r"review\.remote is not set"):
        check_forge(opening.session(review__remote=None))


def test_settings_that_can_be_used_are_checked_without_a_question(opening: Opening) -> None:
    check_forge(opening.session())
    check_forge(opening.session(forge__kind="none"))
    assert opening.state.seen == []


def _everything_said(opening: Opening, opened: OpenedRequests, log: str) -> str:
    return json.dumps(opened.to_json()) + repr(opened) + log + "".join(seen.path for seen in opening.state.seen)


def test_the_token_is_nowhere(
    opening: Opening, proposal: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    echo = Sent(403, {"message": f"token {TOKEN} may not", "errors": [{"message": f"PRIVATE-TOKEN: {TOKEN}"}]})
    said = ""
    for fault in (None, echo, Sent(302, None, {"Location": "https://evil.example/"}), Sent(200, TOKEN)):
        opening.state.faults = [Fault("*", _LIST, fault, times=9)] if fault else []
        said += _everything_said(opening, opening.open(forge__wait_s=0), caplog.text)
    out = capfd.readouterr()
    assert "[redacted:forge-token]" in said
    assert TOKEN not in said + out.out + out.err
    for folder in (opening.repository.path, opening.bare):
        holding = [path for path in folder.rglob("*") if path.is_file() and TOKEN.encode() in path.read_bytes()]
        assert holding == []
    # Sent it was, and in its header alone.
    seen = [name for one in opening.state.seen for name, value in one.headers.items() if TOKEN in value]
    assert set(seen) == {"authorization" if opening.kind == "github" else "private-token"}


def test_no_traceback_shows_the_token(opening: Opening) -> None:
    from ace.forges.build_forge import build_forge

    session = opening.session(forge__api="http://127.0.0.1:9", forge__wait_s=0)
    settings = session.settings
    forge = build_forge(settings.forge, session.environ, session.workspace.repo, "origin")
    with pytest.raises(AceError) as caught:
        forge.account()
    forge.close()
    # This frame, whose session holds the environment, is left out.
    own = caught.value.__traceback__
    assert own is not None
    below = own.tb_next
    shown = traceback.TracebackException(type(caught.value), caught.value, below, capture_locals=True)
    text = "".join(shown.format())
    assert "http_exchange.py" in text
    assert TOKEN not in text


def test_a_request_line_of_git_with_a_password_is_not_shown(opening: Opening, proposal: str) -> None:
    opening.repository.git("remote", "set-url", "origin", f"https://x-access-token:{TOKEN}@127.0.0.1:9/{PROJECT}.git")
    assert TOKEN not in json.dumps(opening.open().to_json())
    assert TOKEN not in json.dumps(opening.open(forge__kind="none").to_json())
