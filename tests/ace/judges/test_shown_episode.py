"""What a judge sees of an episode, and which of its words count as a quote."""

from dataclasses import replace

import pytest

from ace.judges.shown_episode import find_quote, shown_episode, shown_text
from analyzers.evidence import is_shown
from runtime.contracts.tool_call import ToolCard
from runtime.contracts.trace_event import Episode, Said
from tests.ace.judges.judging import taught

TALK = taught("e-1", "Look at the edge.", "It is four.")


def with_tool(episode: Episode) -> Episode:
    """Return the episode with a tool call before its last response."""
    card = ToolCard("c1", "search", {"query": "two"}, "", "", ok=True, summary="Two and two\nmakes four")
    call = replace(
        episode.steps[0],
        step=7,
        taken={"action": "REQUEST_TOOL", "tool": "search", "arguments": {"query": "two"}},
        card=card,
        student=None,
        heard=(),
        speaker="Web Surfer",
    )
    return replace(episode, steps=(episode.steps[0], call, episode.steps[1]))


def test_responses_only_with_the_question_before_them() -> None:
    shown = shown_episode(TALK, "responses")
    assert shown is not None
    assert [(line.step, line.who, line.text) for line in shown.lines] == [
        (0, "agent (HINT)", "Look at the edge."),
        (1, "agent (HINT)", "It is four."),
    ]
    assert [line.text for line in shown.before] == ["What is two and two?"]


def test_the_last_response_with_all_that_came_before() -> None:
    shown = shown_episode(with_tool(TALK), "last_response")
    assert shown is not None
    assert [line.text for line in shown.lines] == ["It is four."]
    assert [line.who for line in shown.before] == [
        "user",
        "agent (HINT)",
        "user",
        "system",
        "agent Web Surfer",
        "tool result",
    ]


def test_the_whole_with_calls_results_and_everyone() -> None:
    shown = shown_episode(with_tool(TALK), "whole")
    assert shown is not None
    texts = [line.text for line in shown.lines]
    assert 'calls search({"query":"two"})' in texts
    assert "Two and two\nmakes four" in texts
    assert texts.count("I do not know.") == texts.count("One turn left.") == 2


def test_an_imported_record_shows_its_opening() -> None:
    opening = (Said("system", "You are terse."), Said("user", "Hello", "Ann"))
    head = replace(TALK.header, opening=opening)
    shown = shown_episode(replace(TALK, header=head), "responses")
    assert shown is not None
    assert [(line.who, line.text) for line in shown.before] == [("system", "You are terse."), ("user Ann", "Hello")]


def test_an_agent_that_said_nothing_cannot_be_judged() -> None:
    assert shown_episode(replace(TALK, steps=()), "responses") is None
    assert shown_episode(replace(TALK, steps=()), "whole") is None
    silent = replace(TALK.steps[0], taken=None)
    assert shown_episode(replace(TALK, steps=(silent,)), "last_response") is None


def test_secrets_are_not_shown() -> None:
    shown = shown_text("The key is sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD.")
    assert "abcdefghijklmnop" not in shown.lines[0].text


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("It is four.", ("It is four.", 1)),
        ("Look  at\nthe", ("Look at the", 0)),
        ('"It is four"', ("It is four", 1)),
        ("...at the edge", ("at the edge", 0)),
        ("it is four", None),
        ("edge. It is", None),
        ("What is two", None),
        ("It is 4", None),
        ("...", None),
    ],
)
def test_a_quote_is_of_one_judged_message(quote: str, found: tuple[str, int] | None) -> None:
    shown = shown_episode(TALK, "responses")
    assert shown is not None
    assert find_quote(quote, shown) == found


def test_how_a_call_is_written_out_is_not_the_traces_own_words() -> None:
    shown = shown_episode(with_tool(TALK), "whole")
    assert shown is not None
    assert find_quote("calls search", shown) is None
    assert find_quote("two makes", shown) == ("two\nmakes", 7)


def test_items_of_the_same_words_are_one() -> None:
    assert shown_text("a", "b").item == shown_text("a", "b").item
    assert len({shown_text("a", "b").item, shown_text("a").item, shown_text("b", "a").item}) == 3


def test_what_can_be_quoted_stands_in_the_trace() -> None:
    from ace.judges.answer import JudgeAnswer
    from ace.judges.judge_detector import judge_finding
    from tests.ace.judges.judging import RUBRIC

    episode = with_tool(TALK)
    shown = shown_episode(episode, "whole")
    assert shown is not None
    for line in shown.lines:
        if line.is_quotable:
            made = judge_finding(RUBRIC, episode, JudgeAnswer("i", True, "", line.text, line.step))
            assert made is not None, line
            assert is_shown(made, episode)
