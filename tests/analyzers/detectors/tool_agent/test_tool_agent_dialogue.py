"""One reading of an episode for all detectors."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.dialogue import Dialogue, dialogue_of
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]


def test_turns_stand_in_the_order_they_were_said(talk: Talk) -> None:
    look = ("call", "get_order", {"order_id": "W1"}, "Error: no", "", "I look.")
    dialogue = dialogue_of(talk(("system", "Be Kind."), ("user", "Hi"), look, ("notice", "n"), ("user", "So?")))
    assert [(one.kind, one.text) for one in dialogue.turns] == [
        ("system", "Be Kind."),
        ("user", "Hi"),
        ("agent", "I look."),
        ("call", "Error: no"),
        ("other", "n"),
        ("user", "So?"),
    ]
    assert dialogue.system == "Be Kind."
    call = dialogue.calls[0].call
    assert call is not None
    assert (call.tool, call.effect, call.ok, call.error_class) == ("get_order", "read", False, "business_failure")


def test_a_named_party_among_several_agents_is_the_environment(talk: Talk) -> None:
    episode = talk(("user", "go"), ("agent:Ann", "x"), ("user:Terminal", "no code"), ("user", "well?"))
    assert [one.kind for one in dialogue_of(episode).turns] == ["user", "agent", "other", "user"]
    assert dialogue_of(talk(("agent", "x"), ("user:Mr Lee", "yes"))).turns[1].kind == "user"


def test_one_reading_is_shared_and_derived_readings_are_made_once(talk: Talk) -> None:
    episode = talk(("user", "Hi"), ("agent", "Hello"))
    made = []

    def count(dialogue: Dialogue) -> int:
        made.append(dialogue)
        return len(dialogue.turns)

    assert dialogue_of(episode) is dialogue_of(episode)
    assert dialogue_of(talk(("user", "Hi"), ("agent", "Hello"))) is not dialogue_of(episode)
    assert [dialogue_of(episode).kept(count) for _ in range(3)] == [2, 2, 2]
    assert len(made) == 1


def test_what_stands_before_a_turn(talk: Talk) -> None:
    dialogue = dialogue_of(talk(("system", "x" * 50), ("user", "order W11"), ("agent", "ok W12"), ("user", "W13")))
    assert dialogue.stands_before("W11", 2)
    assert not dialogue.stands_before("W12", 2)
    assert not dialogue.stands_before("w11", 2)
    assert dialogue.stands_in_any_case("w11", 2)
    assert dialogue.text_before(2).endswith("order W11\n")
    assert dialogue.is_short(2, 20)
    assert not dialogue.is_short(4, 10)
