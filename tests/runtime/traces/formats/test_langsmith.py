"""LangSmith runs as transcripts."""

import json

import pytest
from hypothesis import given, settings

from runtime.contracts.json_types import JsonObject, as_object
from runtime.traces.formats.langsmith import fits, read
from runtime.traces.formats.to_episode import to_episode
from runtime.traces.formats.transcript import BadRecord, Record, Transcript
from tests.runtime.traces.formats.damage import damaged
from tests.runtime.traces.formats.span_files import no_problem, told


def _message(kind: str, **kwargs: object) -> JsonObject:
    return {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", kind], "kwargs": kwargs}


_HUMAN = _message("HumanMessage", content="Weather in Bern?", type="human")
_ASKS = _message(
    "AIMessage",
    content="",
    type="ai",
    tool_calls=[{"name": "weather", "args": {"city": "Bern"}, "id": "call_1", "type": "tool_call"}],
    usage_metadata={"input_tokens": 10, "output_tokens": 2, "total_tokens": 12},
)
_RESULT = _message("ToolMessage", content="rain", type="tool", tool_call_id="call_1", status="success")
_SAYS = _message("AIMessage", content="It rains.", type="ai")


def _run(number: int, run_type: str, inputs: object, outputs: object, **fields: object) -> JsonObject:
    return {
        "id": f"run-{number}",
        "trace_id": "run-1",
        "parent_run_id": None if number == 1 else "run-1",
        "name": f"name {number}",
        "run_type": run_type,
        "inputs": inputs,
        "outputs": outputs,
        "error": None,
        "start_time": f"2026-05-01T10:00:{number:02}.000000",
        "end_time": f"2026-05-01T10:00:{number:02}.250000",
        **fields,
    }


def _runs() -> list[JsonObject]:
    def said(message: JsonObject) -> JsonObject:
        return {"generations": [[{"text": "", "type": "ChatGeneration", "message": message}]], "llm_output": None}

    return [
        _run(
            1,
            "chain",
            {"input": "Weather in Bern?"},
            {"output": "It rains."},
            feedback_stats={"correctness": {"n": 2, "avg": 0.5}, "note": {"n": 1, "avg": None}},
            name="clerk",
            end_time="2026-05-01T10:00:09",
            reference_example_id="example-7",
        ),
        _run(2, "llm", {"messages": [[_HUMAN]]}, said(_ASKS), extra={"metadata": {"ls_model_name": "m-1"}}),
        _run(3, "tool", {"input": "{'city': 'Bern'}"}, {"output": _RESULT}, name="weather"),
        _run(4, "llm", {"messages": [[_HUMAN, _ASKS, _RESULT]]}, said(_SAYS)),
    ]


_TOLD = [
    ("user", "Weather in Bern?"),
    ("assistant", 'weather({"city": "Bern"})#call_1'),
    ("tool", "rain#call_1"),
    ("assistant", "It rains."),
]


def _read(*values: JsonObject) -> tuple[list[Transcript], list[BadRecord]]:
    problems: list[BadRecord] = []
    records = [Record(value, "runs.jsonl", line) for line, value in enumerate(values, 1)]
    return list(read(records, problems.append)), problems


def test_runs_of_a_trace_are_one_transcript() -> None:
    (found,), problems = _read(*reversed(_runs()))
    assert problems == []
    assert told(found) == _TOLD
    assert (found.format, found.agent, found.model, found.task) == ("langsmith", "clerk", "m-1", "example-7")
    assert found.scores == {"correctness": 0.5}
    assert found.started == "2026-05-01T10:00:01.000+00:00"
    assert [(one.prompt_tokens, one.duration_ms) for one in found.messages] == [(0, 0), (10, 250), (0, 250), (0, 250)]
    assert to_episode(found, no_problem).steps[0].shown == "rain"


def test_a_run_tree_is_the_same_transcript() -> None:
    root, *children = _runs()
    bare = [{key: value for key, value in child.items() if key != "parent_run_id"} for child in children]
    (found,), problems = _read({**root, "child_runs": [*bare, "no run"]})
    assert told(found) == _TOLD
    assert [one.reason for one in problems] == ["a child run that is no object"]


def test_openai_shapes_are_read_too() -> None:
    user = {"role": "user", "content": "Weather in Bern?"}
    calls = [{"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Bern"}'}}]
    asks = {"role": "assistant", "content": None, "tool_calls": calls}
    result = {"role": "tool", "tool_call_id": "call_1", "content": "rain"}
    usage = {"prompt_tokens": 8, "completion_tokens": 3}
    (found,), problems = _read(
        _run(1, "chain", {}, {}, end_time="2026-05-01T10:00:09"),
        _run(2, "llm", {"messages": [user]}, {"choices": [{"message": asks}], "usage": usage}),
        _run(3, "tool", {"city": "Bern"}, {"output": "rain"}, name="weather"),
        _run(4, "llm", {"messages": [user, asks, result]}, {"role": "assistant", "content": "It rains."}),
    )
    assert problems == []
    assert told(found) == _TOLD
    assert found.messages[1].prompt_tokens == 8


def test_traces_of_one_thread_are_one_transcript() -> None:
    def thread(number: int, said: str, answered: str) -> JsonObject:
        answer = {"generations": [[{"message": _message("AIMessage", content=answered)}]]}
        run = _run(number, "llm", {"messages": [[_message("HumanMessage", content=said)]]}, answer)
        return {**run, "trace_id": f"t{number}", "parent_run_id": None, "extra": {"metadata": {"thread_id": "th"}}}

    (found,), problems = _read(thread(5, "again?", "again."), thread(2, "first?", "first."))
    assert problems == []
    assert found.id == "th"
    assert [message.text for message in found.messages] == ["first?", "first.", "again?", "again."]


def test_errors_are_the_tools_or_the_end() -> None:
    root, call, tool, _ = _runs()
    (found,), problems = _read(
        {**root, "error": "GraphRecursionError()"}, call, {**tool, "error": "KeyError('x')", "outputs": None}
    )
    assert problems == []
    assert (found.end, found.end_message) == ("failed", "GraphRecursionError()")
    assert found.messages[2].error == "KeyError('x')"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"id": None}, "has no id"),
        ({"start_time": "noon"}, "start_time is 'noon'"),
        ({"parent_run_id": "run-99"}, "run-99 is not in the file"),
        ({"id": "run-3"}, "comes twice"),
    ],
)
def test_a_bad_run_is_told_and_the_rest_is_read(change: JsonObject, expected: str) -> None:
    runs = _runs()
    (found,), problems = _read(*runs[:3], {**runs[3], **change})
    assert [expected in one.reason for one in problems] == [True]
    assert told(found)[:3] == _TOLD[:3]
    assert json.dumps(problems)


def test_a_failing_number_is_no_time() -> None:
    (found,), problems = _read({**_runs()[1], "start_time": 1777629602000, "end_time": 1777629602500})
    assert problems[0].reason.startswith("its parent")
    assert found.messages[1].duration_ms == 500.0


@pytest.mark.parametrize(
    ("value", "expected"),
    [(_run(1, "llm", {}, {}), True), ({"id": "x", "messages": []}, False), ({"run_type": "llm", "inputs": {}}, False)],
)
def test_what_fits(value: JsonObject, expected: bool) -> None:
    assert fits(value) is expected


@settings(max_examples=60, deadline=None)
@given(damaged({"runs": _runs()}))
def test_nothing_that_a_file_holds_raises(value: JsonObject) -> None:
    runs = value.get("runs")
    records = [as_object(run) for run in runs] if isinstance(runs, list) else []
    found, _ = _read(
        *records, *({**run, "id": f"x{run['id']}", "trace_id": "other", "parent_run_id": None} for run in _runs())
    )
    for transcript in found:
        to_episode(transcript, lambda problem: None)
    assert any(transcript.id == "other" for transcript in found)
