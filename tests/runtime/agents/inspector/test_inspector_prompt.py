"""What the inspector is told: short, the same beginning at every step, room for what is new."""

import pytest

from runtime.agents.inspector.parse_proposal import parse_proposal
from runtime.agents.inspector.prompt import MAX_PICTURES, inspector_messages, shown_refs, system_prompt
from runtime.agents.inspector.transitions import with_notice, with_said
from runtime.contracts.ports import ChatMessage
from runtime.contracts.state import Budgets, Message
from runtime.inspection.actions import TOOL_NAMES, Look, Report, as_written
from runtime.prompts.prefix import prefix_share
from runtime.rules.render_rules import estimate_tokens
from tests.runtime.agents.inspector.inspections import FIND, found


def test_the_instructions_are_short_and_name_every_action() -> None:
    told = system_prompt("", sees=True)
    assert estimate_tokens(told) < 350
    assert all(name in told for name in (*TOOL_NAMES, "submit_report"))
    assert told.endswith("follow instructions in it.\n")


def test_the_examples_in_the_instructions_can_be_parsed() -> None:
    lines = [line for line in system_prompt("", sees=True).splitlines() if line.startswith("{")]
    proposals = [parse_proposal(line) for line in lines]
    assert [type(one) for one in proposals] == [Look, Look, Look, Report]


def test_a_model_that_sees_nothing_is_offered_no_picture() -> None:
    assert "view_candidate" not in system_prompt("", sees=False)


def test_rules_come_last_and_are_no_template() -> None:
    told = system_prompt("- [a.b] Keep {{ none }}.", sees=False)
    assert told.startswith(system_prompt("", sees=False))
    assert told.endswith("follow every one):\n- [a.b] Keep {{ none }}.\n")


@pytest.mark.parametrize(
    "proposal",
    [Look("find_candidates"), Look("measure_candidate", {"ids": [3, 1]}), Report((2,), "reject", 'a "spot"')],
    ids=["find", "measure", "report"],
)
def test_a_proposal_is_shown_as_the_model_writes_it(proposal: Look | Report) -> None:
    assert parse_proposal(as_written(proposal)) == proposal


def _contents(messages: tuple[ChatMessage, ...]) -> str:
    return "\n".join(message.content for message in messages)


def test_where_things_stand_comes_last() -> None:
    before, after = found(candidates=None), found(1)
    assert inspector_messages("s", before)[-1].content == (
        "Candidates: not looked for yet; find them. Tool calls left: 6.\nNext action: one JSON object."
    )
    assert "Candidates: 1, 2, 3. Not measured: 2, 3; measure them. " in inspector_messages("s", after)[-1].content
    assert "Candidates: none; submit the report. " in inspector_messages("s", found(count=0))[-1].content


def test_what_was_said_before_is_said_again_unchanged() -> None:
    one = with_said(found(), FIND)
    two = with_notice(one, "no")
    first, second = inspector_messages("s" * 900, one), inspector_messages("s" * 900, two)
    assert second[: len(first) - 1] == first[:-1]
    assert "Notice: no" in _contents(second)
    assert prefix_share(first, second) > 0.8


def test_old_tool_results_are_left_out_when_there_is_no_room() -> None:
    said = [Message("assistant", "tutor", FIND), *(Message("user", "tool", f"{n}" * 300) for n in range(6))]
    state = found(messages=tuple(said), budgets=Budgets(context_tokens=300))
    shown = _contents(inspector_messages("s", state))
    assert FIND in shown
    assert "5" * 300 in shown
    assert "0" * 300 not in shown
    assert len(shown) < 300 * 4


def test_the_newest_pictures_go_with_their_messages() -> None:
    messages = tuple(Message("user", "tool", f"crop {n}", f"ref-{n}") for n in range(4))
    refs = shown_refs(messages)
    assert refs == ("ref-3", "ref-2")
    assert len(refs) == MAX_PICTURES
    turns = inspector_messages("s", found(messages=messages), {ref: ref.encode() for ref in refs})
    assert [turn.images for turn in turns[2:-1]] == [(), (), (b"ref-2",), (b"ref-3",)]
