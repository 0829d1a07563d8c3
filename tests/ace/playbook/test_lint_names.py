"""Names in a rule's text."""

from pathlib import Path

import pytest
import yaml

from ace.playbook.lint import lint_playbook
from runtime.agents.registry import AGENTS

ROOT = Path(__file__).parents[3]
FOLDER = "playbooks/tutor"
FIELDS = {name: agent.context for name, agent in AGENTS.items()}
ACTIONS = {name: (*agent.tools(), *agent.actions) for name, agent in AGENTS.items()}


def names(text: str, agent: str = "tutor") -> list[str]:
    lines = "\n".join(f"  {line}" for line in text.split("\n"))
    source = f"schema: 1\nid: a.x\ntitle: abc\nagent: {agent}\ntext: |\n{lines}\n"
    problems = lint_playbook(
        {f"{FOLDER}/a/x.yaml": source.encode()}, FOLDER, agent_fields=FIELDS, agent_actions=ACTIONS
    )
    return [f"{one.line}:{one.column} {one.message}" for one in problems if one.code == "unknown-name"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "Call `image_finding` first.",
            "6:9 text: agent `tutor` has no `image_finding`; did you mean `image_findings`?",
        ),
        ("Call `web_browse()` first.", "6:9 text: agent `tutor` has no `web_browse`; did you mean `web_browser`?"),
        (
            "First look.\nThen SAFETY_REFUSAL it.",
            "7:8 text: agent `tutor` has no `SAFETY_REFUSAL`; did you mean `SAFETY_REFUSE`?",
        ),
        ("Give a MICROLESON.", "6:10 text: agent `tutor` has no `MICROLESON`; did you mean `MICROLESSON`?"),
    ],
    ids=["backquotes", "a call", "capitals, second line", "one word in capitals"],
)
def test_a_name_nearly_right_is_found_at_its_place(text: str, found: str) -> None:
    assert names(text) == [found]


@pytest.mark.parametrize(
    "text",
    [
        "Call `image_findings` and then `retrieve`.",
        "Look at `retrieval.hits` and `hint_level`; `queried` must hold.",
        "Give two HINTS, never an ANSWER key, in CAPITALS.",
        "An image_finding of the student is no tool.",
        "Use the `Fleischner` criteria and write `mm`.",
        "A HINT, an `ASK_PROBE` or `REVEAL_ANSWER`.",
        "Say WHY, not only WHAT, in the MRI report.",
    ],
)
def test_other_words_are_left_alone(text: str) -> None:
    assert names(text) == []


def test_an_agent_without_a_table_is_not_looked_at() -> None:
    assert names("Call `image_finding`.", agent="shop") == []


def test_the_shipped_playbook_and_the_drafts_of_models_raise_no_alarm() -> None:
    for path in sorted((ROOT / FOLDER).rglob("*.yaml")):
        if not path.name.endswith(".test.yaml"):
            assert names(str(yaml.safe_load(path.read_text())["text"]).strip()) == []
    drafts = yaml.safe_load((ROOT / "tests/separation/drafts.yaml").read_text())
    texts = [str(draft["text"]).strip() for draft in drafts if draft.get("text")]
    assert len(texts) > 20
    assert [text for text in texts if names(text)] == []
