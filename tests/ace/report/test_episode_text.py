"""One episode as a reader follows it."""

from dataclasses import replace

from ace.report.episode_text import episode_text
from runtime.contracts.tool_call import ToolCard
from runtime.contracts.trace_event import Attempt, ControllerInfo, Episode, GateRecord, Outcome, StudentTurn
from tests.ace.building import RETRIEVE, WEB, decision, episode

EVIL = "\x1b[2J\r\nfake line\u202e"
SHOWN = "\\x1b[2J\\r\\nfake line\\u202e"
HINT = decision({"action": "HINT", "text": "Look.", "hint_level": 1})


def with_step(item: Episode, index: int, **changes: object) -> Episode:
    """Return the episode with one step changed."""
    steps = list(item.steps)
    steps[index] = replace(steps[index], **changes)  # type: ignore[arg-type]
    return replace(item, steps=tuple(steps))


def test_what_was_proposed_stopped_taken_and_answered() -> None:
    item = episode("e-1", WEB, HINT, sample="s1")
    gate = GateRecord("rules", "convert", "search first")
    card = ToolCard("c1", "retrieve", {}, "index.read", "k", ok=True, summary="2 passages")
    item = with_step(item, 0, gates=(gate, GateRecord("budget", "allow", "fine")), taken=RETRIEVE[0], card=card)
    item = with_step(item, 1, student=StudentTurn("Is it a cyst?", "b", "partial"))
    lines = episode_text(item).splitlines()
    assert lines[0] == "e-1  s1  trial 0  scripted/fixed (simulated)"
    assert [" ".join(line.split()) for line in lines[2:]] == [
        '0 proposed {"action":"REQUEST_TOOL","arguments":{"query":"what is it"},"tool":"web_browser"}',
        "convert rules: search first",
        'taken {"action":"REQUEST_TOOL","arguments":{"query":"liver cyst"},"tool":"retrieve"}',
        "retrieve ok: 2 passages",
        '1 proposed {"action":"HINT","hint_level":1,"text":"Look."}',
        "student (partial) Is it a cyst?",
        "end: responded success 1",
    ]


def test_a_cut_off_episode_says_so() -> None:
    assert episode_text(episode("e-1", WEB, ending="")).endswith("  cut off: no outcome was written\n")


def test_what_strangers_wrote_is_escaped() -> None:
    item = episode("e-1", HINT, sample=EVIL)
    header = replace(item.header, controller=ControllerInfo("openai", EVIL, simulated=False), rules={EVIL: "x"})
    item = with_step(
        replace(item, header=header),
        0,
        attempts=(Attempt(EVIL, error=EVIL),),
        gates=(GateRecord(EVIL, "block", EVIL),),
        card=ToolCard("c1", EVIL, {}, "p", "k", ok=False, summary=EVIL, error_class="timeout"),
        student=StudentTurn(EVIL, "", "wrong"),
    )
    item = replace(item, outcome=Outcome("r-1", "e-1", "answered", EVIL, {}, {}, {}, EVIL))
    text = episode_text(item)
    assert all(line.isprintable() for line in text.split("\n"))
    assert text.count(SHOWN) == 12
    assert f"{SHOWN} timeout: {SHOWN}" in text
