"""Imported events as the log holds them: the quick way gives what the careful one gives."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.trace_import.logged_event import as_logged, write_episodes
from runtime.contracts.errors import TraceError
from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.trace_event import Episode, Header, Outcome, Step
from runtime.traces.event_json import event_from_json, event_to_json
from runtime.traces.event_log import EventLog
from runtime.traces.formats.openai_messages import read
from runtime.traces.formats.to_episode import to_episode
from runtime.traces.redaction import PATTERNS, SECRET_FIELDS, redact
from tests.ace.trace_import.importing import DESK
from tests.runtime.traces.formats.reading import records

TEXTS = st.one_of(
    st.text(st.characters(codec=None), max_size=20),
    st.sampled_from(
        ["sk-abcdefghij0123456789", "a\nsk-abcdefghij0123456789", "PASSWORD=hunter2hunter2", "a key", "\ud800"]
    ),
)
VALUES = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.floats(allow_nan=False, allow_infinity=False), TEXTS
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(TEXTS | st.just("api_key"), inner, max_size=3)
    ),
    max_leaves=6,
)


def episode_of(text: str, arguments: object, result: object) -> Episode:
    """Return the episode of one call and its result."""
    talk: JsonObject = {
        "messages": [
            {"role": "user", "content": text},
            {"role": "assistant", "content": text, "tool_calls": [{"id": "1", "name": "f", "arguments": arguments}]},
            {"role": "tool", "tool_call_id": "1", "content": result},
        ]
    }
    return to_episode(next(read(records(talk), lambda problem: None)), lambda problem: None)


def events(episode: Episode) -> list[Header | Step | Outcome]:
    """Return an episode's events in order."""
    assert episode.outcome is not None
    return [episode.header, *episode.steps, episode.outcome]


@given(TEXTS, VALUES, VALUES)
def test_an_event_is_as_if_written_and_read_back(text: str, arguments: object, result: object) -> None:
    for event in events(episode_of(text, arguments, result)):
        careful = event_from_json(as_object(redact(event_to_json(event))))
        assert repr(as_logged(event)) == repr(careful)  # repr tells 1 from 1.0 and True


def test_what_needs_no_change_is_kept_as_it_is() -> None:
    assert all(as_logged(event) is event for event in events(episode_of("Is it open?", {"day": 1}, {"open": True})))


def test_every_field_that_is_a_secret_is_looked_at_carefully() -> None:
    hints = {hint for secret in PATTERNS for hint in secret.hints}
    assert [name for name in SECRET_FIELDS if not any(hint in name for hint in hints)] == []


@pytest.mark.parametrize("depth", [90, 98, 99, 100, 101, 102, 103, 104, 150])
def test_nesting_is_cut_where_the_log_would_cut_it(depth: int, tmp_path: Path) -> None:
    deep: object = 1
    for _ in range(depth):
        deep = {"a": deep}
    episode = episode_of("x", deep, deep)
    assert all(event_from_json(event_to_json(event)) == event for event in events(episode))


@given(TEXTS, VALUES, VALUES)
def test_the_log_is_that_of_the_event_log(
    tmp_path_factory: pytest.TempPathFactory, text: str, arguments: object, result: object
) -> None:
    folder = tmp_path_factory.mktemp("log")
    found = episode_of(text, arguments, result)
    assert found.outcome is not None
    logged = Episode(as_logged(found.header), tuple(map(as_logged, found.steps)), as_logged(found.outcome))
    with EventLog(folder / "one.jsonl") as log:
        for event in events(logged):
            log.write(event)
    write_episodes(folder / "other.jsonl", [logged])
    assert (folder / "other.jsonl").read_bytes() == (folder / "one.jsonl").read_bytes()


def test_a_log_that_cannot_be_written_says_what_to_do(tmp_path: Path) -> None:
    episode = to_episode(next(read(records(DESK), lambda problem: None)), lambda problem: None)
    with pytest.raises(TraceError, match="nothing of it was kept: make room"):
        write_episodes(Path("/dev/full"), [episode])
