"""An agent that keeps its own prompts: nothing of its record reads as lost, and what rules read of it is shown."""

import asyncio
from dataclasses import replace

import pytest

from ace.report.trace_fields import OWN_PROMPTS, field_words, keeps_own_prompts
from ace.report.trace_html import trace_html
from ace.report.trace_model import TraceView, view_trace
from ace.report.trace_origin import Origins
from ace.report.trace_step_text import step_text
from ace.report.trace_text import TextOptions, trace_text
from runtime.agents.own.messages import to_line
from runtime.agents.own.play_episode import play_episode
from runtime.agents.own.record_lines import EpisodeRecord
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import EpisodeJob
from runtime.contracts.trace_event import Episode
from runtime.traces.find_episode import Found
from tests.ace.conftest import SmallRun
from tests.ace.report.tracing import found_in
from tests.runtime.agents.own.own_building import END, LOOK_UP, REFUND, SAMPLE, parts

DAMAGE = ("cannot be shown", "made again", "holds no first state", "NOT CONFIRMED", "not confirmed")
FIELDS = (
    'action.amount 3.0; action.tone ""; state.order.paid true; state.order.items 0; state.labels []',
    "action.amount 3.0",
)


def own_episode() -> Episode:
    """Return an episode of a person's own agent: a tool, then an action with declared fields."""

    async def talk(record: EpisodeRecord) -> None:
        for line in (LOOK_UP, REFUND | {"state": {"order": {"paid": True}}}, END):
            record.take(to_line(line))

    return asyncio.run(play_episode(parts(), SAMPLE, EpisodeJob(rules=()), None, talk))


@pytest.fixture
def own(small_run: SmallRun) -> TraceView:
    """The view of such an episode."""
    found = found_in(small_run.session)[0]
    return view_trace(Origins(small_run.session), found._replace(episode=own_episode()))


def test_it_is_said_once_that_the_agent_keeps_its_own_prompts(own: TraceView) -> None:
    text = trace_text(own, TextOptions())
    assert text.count(OWN_PROMPTS) == 1
    assert [word for word in DAMAGE if word in text] == []
    assert not any("first state" in note for note in own.notes)


def test_what_rules_read_stands_with_the_step_in_every_view(own: TraceView) -> None:
    text = trace_text(own, TextOptions())
    one = step_text(own, 1, TextOptions())
    page = trace_html(own)
    for part in FIELDS:
        assert part in text
        assert part in one
    assert "state.order.paid true" in page
    assert [word for word in DAMAGE if word in one + page] == []
    assert "the words of its model were not sent" in one


def test_the_notice_of_another_agent_is_not_on_the_page(own: TraceView, small_run: SmallRun) -> None:
    assert "medical" not in trace_html(own)
    assert "student" not in trace_html(own)
    tutor = view_trace(Origins(small_run.session), found_in(small_run.session)[0])
    assert "Education, not medical advice." in trace_html(tutor)


def test_a_record_of_the_loop_that_lost_its_first_state_is_not_taken_for_one(small_run: SmallRun) -> None:
    found: Found = found_in(small_run.session)[0]
    bare = replace(found.episode, header=replace(found.episode.header, initial={}, setup=""))
    assert keeps_own_prompts(own_episode())
    assert not keeps_own_prompts(bare)
    assert not keeps_own_prompts(replace(own_episode(), header=replace(own_episode().header, imported="otel")))


@pytest.mark.parametrize(
    ("context", "expected"),
    [
        pytest.param({}, (), id="nothing"),
        pytest.param(
            {"action": {"kind": "A", "name": "A", "arguments": {"x": 1}}, "state": {"step": 1}}, (), id="told"
        ),
        pytest.param({"state": {"tools": {"called": ["a"], "last": "a"}}}, (), id="counted"),
        pytest.param({"state": {"a": {"b": {"c": 2}}}}, ("state.a.b.c 2",), id="nested"),
        pytest.param({"action": {"paid": 1.5}, "episode": {"sample": "s"}}, ("action.paid 1.5",), id="of the action"),
        pytest.param({"action": {"contrast": 0.0630510036}}, ("action.contrast 0.063051",), id="to six digits"),
    ],
)
def test_fields_are_those_that_the_step_does_not_tell_itself(context: JsonObject, expected: tuple[str, ...]) -> None:
    assert field_words(context) == expected
