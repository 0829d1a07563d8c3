"""Flattened attributes made objects again."""

from runtime.traces.formats.nested_attributes import nested


def test_messages_come_in_the_order_of_their_numbers() -> None:
    attributes = {
        "llm.input_messages.10.message.role": "user",
        "llm.input_messages.2.message.role": "system",
        "llm.input_messages.2.message.tool_calls.0.tool_call.function.name": "f",
        "llm.output_messages.0.message.role": "assistant",
        "llm.input_messages": "whole",
    }
    assert nested(attributes, "llm.input_messages") == [
        {"message": {"role": "system", "tool_calls": [{"tool_call": {"function": {"name": "f"}}}]}},
        {"message": {"role": "user"}},
    ]


def test_a_single_object_is_a_list_of_one() -> None:
    assert nested({"gen_ai.prompt.role": "user"}, "gen_ai.prompt") == [{"role": "user"}]
    assert nested({"a": 1}, "gen_ai.prompt") == []


def test_a_value_beside_deeper_names_does_not_hide_them() -> None:
    attributes = {"p.0.content": "text", "p.0": "whole", "p.1": "first", "p.1.content": "deeper"}
    assert nested(attributes, "p") == [{"content": "text"}, {"content": "deeper"}]


def test_a_name_of_a_thousand_parts_is_no_trouble() -> None:
    made = nested({"p." + ".".join(["x"] * 5000): 1}, "p")
    assert len(made) == 1
