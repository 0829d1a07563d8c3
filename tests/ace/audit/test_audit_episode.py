"""Each claim gets the status its evidence deserves."""

from dataclasses import replace

import pytest

from ace.audit.audit_episode import audit_episode
from tests.ace.audit.recording import answered


@pytest.mark.parametrize(
    ("text", "citations", "invented", "status", "why"),
    [
        ("Fluid climbs the chest wall.", ["card-meniscus"], [], "cited", "4 of its 4 words are in card-meniscus"),
        ("The left angle is blunted.", ["call-1"], [], "cited", "call-1"),
        ("The left angle is blunted.", ["card-none", "call-1"], [], "cited", "call-1"),
        ("It is B: it is the chest.", ["card-meniscus"], [], "too_little", "it has 1 word to compare"),
        ("A rib is broken in two.", ["card-meniscus"], [], "weak", "only 0 of its 3 words"),
        ("The fluid is 5 cm high.", ["card-meniscus"], [], "weak", "5 is not in card-meniscus"),
        ("Fluid never climbs the chest wall.", ["card-meniscus"], [], "weak", "is negated, the other is not"),
        ("Fluid climbs the chest wall.", [], [], "uncited", "it cites nothing"),
        ("Fluid climbs the chest wall.", [], ["card-none"], "invented", "it cites card-none"),
        ("Fluid climbs the chest wall [card-nix].", ["card-meniscus"], [], "invented", "it cites card-nix"),
        ("Text was read from it.", ["call-3"], [], "invented", "it cites call-3"),
    ],
    ids=[
        "passage",
        "result",
        "one-exists",
        "short",
        "others",
        "number",
        "negated",
        "none",
        "invented",
        "inline",
        "failed",
    ],
)
def test_status_of_an_answers_claim(
    text: str, citations: list[str], invented: list[str], status: str, why: str
) -> None:
    audit = audit_episode(answered(text, citations, invented))
    (claim,) = [one for one in audit.claims if one.claim.source == "answer"]
    assert claim.status == status
    assert why in claim.why
    assert audit.count("answer", claim.status) == 1


@pytest.mark.parametrize(
    ("text", "citations", "invented", "clean"),
    [
        ("Fluid climbs the chest wall.", ["card-meniscus"], [], True),
        ("A rib is broken in two.", ["card-meniscus"], [], True),
        ("Fluid climbs the chest wall.", [], [], False),
        ("Fluid climbs the chest wall.", ["card-meniscus"], ["card-none"], False),
        ("Fluid climbs. It is blunted on the left [card-nix].", ["card-meniscus"], [], False),
    ],
    ids=["cited", "weak", "uncited", "one-invented", "inline-invented"],
)
def test_clean_means_nothing_uncited_or_invented(
    text: str, citations: list[str], invented: list[str], clean: bool
) -> None:
    assert audit_episode(answered(text, citations, invented)).is_clean is clean


@pytest.mark.parametrize(
    ("hint", "status"),
    [
        ("Fluid climbs the chest wall.", "shares_words"),
        ("Fluid climbs the chest wall [card-meniscus].", "cited"),
        ("Fluid is a sign of rib damage.", "weak"),
        ("Every shadow is an infection.", "uncited"),
        ("Fluid climbs the chest wall [card-none].", "invented"),
    ],
    ids=["found", "found-and-named", "partly", "nowhere", "invented"],
)
def test_what_is_taught_is_set_beside_what_had_been_found(hint: str, status: str) -> None:
    audit = audit_episode(answered("", [], hint=hint))
    (claim,) = audit.claims
    assert claim.status == status
    assert audit.is_clean, "only the answer can cite"


def test_later_evidence_backs_no_earlier_statement() -> None:
    episode = answered("", [], hint="Fluid climbs the chest wall.")
    hint = replace(episode.steps[2], step=0)
    late = tuple(replace(step, step=step.step + 1) for step in episode.steps[:2])
    audit = audit_episode(replace(episode, steps=(hint, *late)))
    assert [one.why for one in audit.claims] == ["nothing had been found yet"]


def test_an_episode_without_an_outcome_has_no_answer_to_audit() -> None:
    audit = audit_episode(replace(answered("Fluid climbs.", []), outcome=None))
    assert (audit.is_clean, [one.claim.source for one in audit.claims]) == (True, ["teaching"])
