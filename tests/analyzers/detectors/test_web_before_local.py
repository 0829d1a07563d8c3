"""The web before the local index."""

from collections.abc import Callable

from analyzers.detectors.web_before_local import detect
from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import Episode, Step


def test_the_web_first_is_found(
    step: Callable[..., Step], episode: Callable[..., Episode], call: Callable[..., JsonObject]
) -> None:
    found = detect(episode(step(0, call("web_browser", query="x"))))
    assert [(one.step, one.tool, one.quote) for one in found] == [(0, "web_browser", "written at step 0")]


def test_the_web_after_the_index_and_the_index_itself_are_not(
    step: Callable[..., Step], episode: Callable[..., Episode], call: Callable[..., JsonObject]
) -> None:
    local = step(0, call("retrieve", query="x"))
    web = step(1, call("web_browser", query="x"), {"state.retrieval.queried": True})
    assert detect(episode(local, web)) == []
