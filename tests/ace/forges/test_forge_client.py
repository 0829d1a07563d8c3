"""Requests that are repeated when that is safe."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ace.forges.errors import ForgeAnswerError, ForgeBusyError, ForgeDownError, ForgeRefusedError, ForgeUnsureError
from ace.forges.forge_client import ForgeClient, Pause
from ace.forges.forge_token import ForgeToken
from ace.forges.http_exchange import HttpSetup
from tests.forge_server import TOKEN, Fault, ForgeState, Seen, Sent, page, serve

_DOWN = Sent(503, {"message": "down"})


def _answer(state: ForgeState, seen: Seen) -> Sent:
    if seen.path != "/items":
        return Sent(200, {"method": seen.method})
    shown, number, last = page(state, seen, list(range(7)))
    link = f'<{state.url}/items?page={number + 1}>; rel="next", <{state.url}/items?page=1>; rel="first"'
    return Sent(200, shown, {"Link": link} if number < last else {})


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ForgeState]:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    with serve(ForgeState(tmp_path), _answer) as found:
        yield found


@pytest.fixture
def slept() -> list[float]:
    return []


@pytest.fixture
def client(state: ForgeState, slept: list[float]) -> Iterator[ForgeClient]:
    setup = HttpSetup(state.url, ForgeToken(TOKEN, "GITHUB_TOKEN"), "Authorization", "Bearer ", {}, 5.0)
    found = ForgeClient(setup, 10.0, Pause(sleep=slept.append))
    yield found
    found.close()


def test_a_passing_failure_is_tried_again(client: ForgeClient, state: ForgeState, slept: list[float]) -> None:
    state.faults.append(Fault("PATCH", "/x", _DOWN, times=2))
    assert client.ask("PATCH", "/x", {}, what="x") == {"method": "PATCH"}
    assert slept == [1.0, 2.0]


def test_a_lasting_failure_is_given_up(client: ForgeClient, state: ForgeState, slept: list[float]) -> None:
    state.faults.append(Fault("GET", "/x", _DOWN, times=99))
    with pytest.raises(ForgeDownError, match=r"answered 503 \(down\) for x"):
        client.ask("GET", "/x", what="x")
    assert len(state.seen) == 4
    assert slept == [1.0, 2.0, 4.0]


def test_a_creation_is_never_repeated_once_sent(client: ForgeClient, state: ForgeState) -> None:
    state.faults.append(Fault("POST", "/x", _DOWN))
    with pytest.raises(ForgeUnsureError, match="may have been done"):
        client.ask("POST", "/x", {}, what="x", creates=True)
    assert len(state.seen) == 1


def test_a_creation_under_a_limit_was_not_done_and_is_repeated(
    client: ForgeClient, state: ForgeState, slept: list[float]
) -> None:
    state.faults.append(Fault("POST", "/x", Sent(429, {}, {"Retry-After": "2"})))
    assert client.ask("POST", "/x", {}, what="x", creates=True) == {"method": "POST"}
    assert slept == [2.0]


def test_waits_add_up_to_the_bound(client: ForgeClient, state: ForgeState, slept: list[float]) -> None:
    state.faults.append(Fault("GET", "/x", Sent(429, {}, {"Retry-After": "6"}), times=9))
    with pytest.raises(ForgeBusyError, match=r"rate limit\); run it again then, or set forge\.wait_s above 6"):
        client.ask("GET", "/x", what="x")
    assert slept == [6.0]


def test_a_refusal_is_not_repeated(client: ForgeClient, state: ForgeState) -> None:
    state.faults.append(Fault("POST", "/x", Sent(422, {"message": "Validation Failed", "errors": [{"message": "no"}]})))
    with pytest.raises(ForgeRefusedError) as caught:
        client.ask("POST", "/x", {}, what="x", creates=True)
    assert (caught.value.status, caught.value.said, len(state.seen)) == (422, "Validation Failed; no", 1)


def test_pages_are_followed_to_the_end(client: ForgeClient, state: ForgeState) -> None:
    state.page_size = 3
    assert client.pages("/items", {"q": "1"}, what="items") == list(range(7))
    assert [seen.query.get("page", "1") for seen in state.seen] == ["1", "2", "3"]


def test_a_next_page_elsewhere_is_not_followed(client: ForgeClient, state: ForgeState) -> None:
    sent = Sent(200, [], {"Link": '<http://evil.example/items?page=2>; rel="next"'})
    state.faults.append(Fault("GET", "/items", sent))
    with pytest.raises(ForgeAnswerError, match="where the token is not sent"):
        client.pages("/items", {}, what="items")


def test_pages_without_end_end(client: ForgeClient, state: ForgeState) -> None:
    sent = Sent(200, [1], {"Link": f'<{state.url}/items?page=2>; rel="next"'})
    state.faults.append(Fault("GET", "/items", sent, times=999))
    with pytest.raises(ForgeAnswerError, match="more than 100 pages"):
        client.pages("/items", {}, what="items")
