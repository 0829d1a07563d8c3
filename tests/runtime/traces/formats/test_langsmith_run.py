"""One LangSmith run under OpenTelemetry's names."""

import pytest

from runtime.contracts.json_types import JsonObject
from runtime.traces.formats.langsmith_run import run_attributes, run_feedback


@pytest.mark.parametrize(
    ("inputs", "arguments"),
    [
        ({"city": "Bern"}, {"city": "Bern"}),
        ({"input": "{'city': 'Bern', 'n': None}"}, {"city": "Bern", "n": None}),
        ({"input": '{"city": "Bern"}'}, {"city": "Bern"}),
        ({"input": {"city": "Bern"}}, {"city": "Bern"}),
        ({"input": "Bern"}, "Bern"),
        ({"input": "{__import__('os')}"}, "{__import__('os')}"),
        ({"input": "{1, 2}"}, "{1, 2}"),
        ({"input": "{" * 9000}, "{" * 9000),
    ],
)
def test_a_tools_input_is_an_object_where_it_says_one(inputs: JsonObject, arguments: object) -> None:
    run: JsonObject = {"run_type": "tool", "name": "weather", "inputs": inputs, "outputs": {"output": "rain"}}
    assert run_attributes(run)["gen_ai.tool.call.arguments"] == arguments
    assert run_attributes(run)["gen_ai.tool.call.result"] == "rain"


@pytest.mark.parametrize(
    ("outputs", "usage"),
    [
        ({"usage_metadata": {"input_tokens": 4, "output_tokens": 1}}, (4, 1)),
        ({"llm_output": {"token_usage": {"prompt_tokens": 4, "completion_tokens": 1}}}, (4, 1)),
        (
            {"generations": [[{"message": {"kwargs": {"usage_metadata": {"input_tokens": 4, "output_tokens": 1}}}}]]},
            (4, 1),
        ),
        ({}, (None, None)),
    ],
)
def test_tokens_wherever_they_stand(outputs: JsonObject, usage: tuple[object, object]) -> None:
    said = run_attributes({"run_type": "llm", "inputs": {}, "outputs": outputs})
    assert (said["gen_ai.usage.input_tokens"], said["gen_ai.usage.output_tokens"]) == usage


def test_a_completion_of_a_prompt() -> None:
    run: JsonObject = {
        "run_type": "llm",
        "inputs": {"prompts": ["Say hi."]},
        "outputs": {"generations": [[{"text": "hi"}]]},
    }
    said = run_attributes(run)
    assert (said["gen_ai.input.messages"], said["gen_ai.output.messages"]) == (["Say hi."], ["hi"])


def test_only_the_root_names_the_agent() -> None:
    assert run_attributes({"run_type": "chain", "name": "clerk"})["gen_ai.agent.name"] == "clerk"
    assert run_attributes({"run_type": "chain", "name": "step", "parent_run_id": "r"})["gen_ai.agent.name"] == ""
    assert run_attributes({"run_type": "retriever", "inputs": {"q": 1}})["gen_ai.operation.name"] == ""


def test_feedback_becomes_evaluations() -> None:
    run: JsonObject = {"feedback_stats": {"a": {"n": 1, "avg": 0.5}, "b": {"n": 0, "avg": None}, "c": 1}}
    told = {one.attributes["gen_ai.evaluation.name"]: one.attributes for one in run_feedback(run)}
    assert {name: one["gen_ai.evaluation.score.value"] for name, one in told.items()} == {"a": 0.5, "c": 1}
