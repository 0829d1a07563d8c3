"""An audit can be read at any width, foreign words do no harm, and its limits are said."""

import json
from dataclasses import replace

from ace.audit.audit_episode import LIMITS, MEANINGS, audit_episode
from ace.audit.audit_text import audit_json, audit_text
from tests.ace.audit.recording import PICTURE, answered

SAID = "Fluid climbs the chest wall. A rib is broken in two."
AUDIT = audit_episode(answered(SAID, ["card-meniscus", "call-1"], ["x"]))


def test_each_claim_its_evidence_and_the_counts() -> None:
    text = audit_text(AUDIT)
    assert "e-1  s-e-1  (simulated)" in text
    assert " 1 cited              Fluid climbs the chest wall." in text
    assert "[card-meniscus] retrieve at step 1, 4 of 4 words: “Fluid climbs the wall of the chest.”" in text
    assert " 2 weak               A rib is broken in two." in text
    assert f"[call-1] zoom at step 0, {PICTURE}, " in text
    assert "cited and not found: x" in text
    assert "2 claims of the answer: 1 cited, 1 weak, 0 uncited, 0 invented" in text
    assert "cited but never found: x" in text
    assert text.endswith(f"{MEANINGS}\n{LIMITS}\n")
    assert MEANINGS.startswith("cited: it cites something found that has at least 50% of its words (and 3)")
    assert "backed" not in text


def test_one_claim_is_not_several() -> None:
    assert "\n1 claim of the answer: " in audit_text(
        audit_episode(answered("Fluid climbs the chest wall.", ["card-meniscus"]))
    )


def test_at_sixty_columns_only_whole_words_stick_out() -> None:
    for line in audit_text(AUDIT, width=60).splitlines():
        assert len(line) <= 60 or " " not in line.strip()


def test_colours_only_when_asked_and_foreign_escapes_never() -> None:
    audit = audit_episode(answered("Fluid \x1b[31mclimbs\u202e the chest wall.", ["card-meniscus"]))
    assert "\x1b" not in audit_text(audit)
    assert "\\x1b[31mclimbs\\u202e" in audit_text(audit)
    assert "\x1b[32mcited" in audit_text(AUDIT, color=True)


def test_json_holds_the_same() -> None:
    value = json.loads(json.dumps(audit_json(AUDIT)))
    assert value["counts"]["answer"] == {
        "cited": 1, "shares_words": 0, "weak": 1, "too_little": 0, "quotes_student": 0, "uncited": 0, "invented": 0
    }  # fmt: skip
    assert (value["invented"], value["clean"], value["simulated"]) == (["x"], False, True)
    assert value["claims"][0]["cited"] == [
        {"id": "card-meniscus", "exists": True},
        {"id": "call-1", "exists": True},
        {"id": "x", "exists": False},
    ]
    assert value["claims"][0]["support"][0]["id"] == "card-meniscus"
    assert value["limits"] == LIMITS


def test_an_agent_without_a_student_has_no_word_of_one() -> None:
    header = replace(AUDIT.episode.header, agent="expenses")
    steps = tuple(step for step in AUDIT.episode.steps if (step.taken or {}).get("action") != "HINT")
    audit = audit_episode(replace(AUDIT.episode, header=header, steps=steps))
    text = audit_text(audit)
    assert [word for word in ("student", "tutor", "taught", "Taught") if word in text] == []
    assert "too little to tell" in text.lower()
    assert "student" not in str(audit_json(audit)["meanings"])
    assert "student" in str(audit_json(AUDIT)["meanings"])
