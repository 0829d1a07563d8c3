from dataclasses import replace

import pytest

from runtime.contracts.ports import ChatMessage, ModelRequest
from runtime.contracts.trace_event import ControllerInfo
from runtime.models.cassette_key import nearest, renumber_call_ids, short_diff, summarize_request

INFO = ControllerInfo("openai", "m", simulated=False)
BASE = ModelRequest((ChatMessage("user", "look", images=(b"png",)),), {"type": "object"}, seed=1)


def key(request: ModelRequest, info: ControllerInfo = INFO) -> str:
    return summarize_request(request, info).key()


@pytest.mark.parametrize(
    "changed",
    [
        replace(BASE, seed=2),
        replace(BASE, max_tokens=9),
        replace(BASE, schema={"type": "array"}),
        replace(BASE, messages=(ChatMessage("user", "look!", images=(b"png",)),)),
        replace(BASE, messages=(ChatMessage("system", "look", images=(b"png",)),)),
        replace(BASE, messages=(ChatMessage("user", "look", images=(b"gif",)),)),
    ],
    ids=["seed", "limit", "schema", "text", "role", "image"],
)
def test_whatever_reaches_the_model_changes_the_key(changed: ModelRequest) -> None:
    assert key(changed) != key(BASE)


def test_the_model_is_part_of_the_key_but_not_how_it_is_reached() -> None:
    assert key(BASE, replace(INFO, model="other")) != key(BASE)
    assert key(BASE, replace(INFO, backend="recorded", structured_output="none")) == key(BASE)


def test_what_does_not_reach_the_model_leaves_the_key() -> None:
    assert key(replace(BASE, purpose="solve", step=4, context={"a": 1})) == key(BASE)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["call_9f then call_ab1, call_9f again"], ["call-1 then call-2, call-1 again"]),
        (["see call-0011", 'also "call-0012" and call-0011'], ["see call-1", 'also "call-2" and call-1']),
        (["call_AbC123xyz0 call-deadbeef"], ["call-1 call-2"]),
        (["call_tool call-back recall_12 call_12_x call"], ["call_tool call-back recall_12 call_12_x call"]),
    ],
    ids=["in order", "across messages", "other alphabets", "words stay"],
)
def test_call_ids_are_renumbered(texts: list[str], expected: list[str]) -> None:
    assert renumber_call_ids(texts) == expected


def test_fresh_call_ids_give_the_same_key() -> None:
    def with_id(call_id: str) -> ModelRequest:
        return replace(BASE, messages=(ChatMessage("assistant", f"zoom {call_id}"), ChatMessage("tool", call_id)))

    assert key(with_id("call-a1b2")) == key(with_id("call-c3d4"))


def test_secrets_are_not_kept() -> None:
    summary = summarize_request(replace(BASE, messages=(ChatMessage("tool", "sk-proj-abcdefghij0123456789"),)), INFO)
    assert "abcdefghij" not in summary.model_dump_json()


def test_the_nearest_shares_most_lines_and_the_diff_is_short() -> None:
    def of(text: str) -> ModelRequest:
        return replace(BASE, messages=(ChatMessage("user", text),))

    asked = summarize_request(of("a\nb\nc\nd"), INFO)
    recorded = [summarize_request(of(text), INFO) for text in ("w\nx\ny", "a\nb\nc\ne", "a\nb")]
    found = nearest(asked, recorded)
    assert found is recorded[1]
    assert short_diff(found, asked).splitlines()[-3:] == [" c", "-e", "+d"]
    assert nearest(asked, []) is None
    long = summarize_request(of("\n".join(str(number) for number in range(500))), INFO)
    diff = short_diff(asked, long).splitlines()
    assert len(diff) == 41
    assert diff[-1].endswith("more lines")
