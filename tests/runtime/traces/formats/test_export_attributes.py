"""What the spans of an exported episode say."""

from collections.abc import Callable
from dataclasses import replace

from runtime.contracts.trace_event import Attempt, Episode, Header, Outcome, Step
from runtime.traces.formats.export_attributes import (
    call_attributes,
    evaluation_attributes,
    heard_attributes,
    root_attributes,
    turn_attributes,
)
from runtime.traces.formats.export_turns import exported_turns, text_message
from runtime.traces.formats.nested_attributes import nested

Events = Callable[..., tuple[Header, Step, Outcome]]


def test_the_root_says_whose_episode_it_is_and_how_it_ended(events: Events) -> None:
    header, step, outcome = events()
    said = root_attributes(Episode(header, (step,), outcome), is_time_recorded=True)
    assert (said["gen_ai.operation.name"], said["gen_ai.agent.name"]) == ("invoke_agent", "tutor")
    assert said["gen_ai.conversation.id"] == said["session.id"] == "r1/e1"
    assert (said["ace.end"], said["ace.trial"], said["ace.time.start"]) == ("responded", 1, "recorded")
    assert said["output.value"] == '{"choice": "B"}'
    cut_off = root_attributes(Episode(header, (step,), None), is_time_recorded=False)
    assert (cut_off["ace.end"], cut_off["output.value"], cut_off["ace.time.start"]) == ("", "", "made")


def test_an_answer_says_tokens_gates_and_what_was_proposed(events: Events) -> None:
    header, step, outcome = events()
    attempts = (Attempt("a", prompt_tokens=3), Attempt("b", prompt_tokens=4, finish_reason="stop"))
    step = replace(step, proposed={"action": "REVEAL_ANSWER"}, attempts=attempts)
    (turn,), _ = exported_turns(Episode(header, (step,), outcome))
    said = turn_attributes(header, turn)
    assert said["gen_ai.usage.input_tokens"] == said["llm.token_count.prompt"] == 7
    assert said["gen_ai.usage.output_tokens"] is None
    assert said["gen_ai.response.finish_reasons"] == ["stop"]
    assert said["ace.gates"] == ["one_tool: allow: "]
    assert said["ace.proposed"] == '{"action": "REVEAL_ANSWER"}'
    assert said["error.type"] == ""


def test_openinference_messages_are_the_same_as_those_of_the_conventions(events: Events) -> None:
    header, step, outcome = events()
    turns, left = exported_turns(Episode(header, (step, replace(step, step=1)), outcome))
    said = turn_attributes(header, turns[1])
    inputs = nested(said, "llm.input_messages")
    assert [message["message"]["role"] for message in inputs] == ["tool", "user"]  # type: ignore[index]
    assert inputs[0]["message"]["tool_call_id"] == "c1"  # type: ignore[index]
    assert heard_attributes(left)["llm.input_messages.0.message.content"] == "B?"


def test_a_call_says_its_error_class_and_a_made_id(events: Events) -> None:
    header, step, outcome = events()
    assert step.card is not None
    step = replace(step, card=replace(step.card, id_source="synthetic"))
    (turn,), _ = exported_turns(Episode(header, (step,), outcome))
    said = call_attributes(turn.calls[0])
    assert (said["error.type"], said["ace.call.id_source"], said["input.mime_type"]) == (
        "empty_result", "synthetic", "application/json",
    )  # fmt: skip


def test_messages_after_the_end_are_marked_as_new() -> None:
    assert heard_attributes([text_message("user", "bye")])["ace.input.messages.are_new"] is True


def test_an_evaluation_may_have_no_score() -> None:
    assert evaluation_attributes("n", "l", None)["gen_ai.evaluation.score.value"] is None
    assert evaluation_attributes("n", "", 1)["gen_ai.evaluation.score.value"] == 1.0
