"""The leak gate on texts that give the answer away, on near misses, and on every authored hint."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from runtime.contracts.sample import TutorSample
from runtime.gates.pedagogy import hint_text
from runtime.samples.load_samples import load_samples
from runtime.words.leak import LEAK_AT, Known, content_words, judge_leak, leak_reason, leak_score, named_options
from tests.runtime.builders import SAMPLE

SAMPLES = Path(__file__).parents[3] / "samples"
SHADES = {"A": "As white", "B": "As mid grey", "C": "As red", "D": "As black"}
SIDES = {"A": "Right eye", "B": "Either eye", "C": "Left eye"}
TIMES = {"A": "About 12 seconds", "B": "About 4 seconds", "C": "About 0.4 seconds"}
DEVICES = {"A": "Pacemaker", "B": "Port", "C": "Stent"}


@pytest.fixture(scope="module")
def cases() -> tuple[TutorSample, ...]:
    """Every authored case once."""
    loaded = load_samples([SAMPLES], frozenset({"dev", "sealed", "must_pass"}), "tutor")
    assert loaded.problems == ()
    return tuple({sample.case: sample for sample in loaded.samples}.values())


def _leak(text: str, case: TutorSample = SAMPLE) -> str:
    return leak_reason(text, case.answer, case.options, case.accepted)


@pytest.mark.parametrize(
    "text",
    [
        "The answer is B.",
        "the correct option is B",
        "Answer: B",
        "Choose B!",
        "Option B",
        "You should pick option B here.",
        "It is B.",
        "I believe B is correct.",
        "B fits it best, since the angle is blunted.",
        "The answer is B, not C.",
        "The answer is B. A and D are wrong.",
        "This is a pleural effusion.",
        "PLEURAL   EFFUSIONS look like this.",
        "What you see is an effusion, a pleural one.",
        "There is fluid in the pleural space.",
        "Lobar pneumonia is a good thought. The correct answer is pleural effusion.",
    ],
)
def test_the_answer_given_away(text: str) -> None:
    assert _leak(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "What do you notice about the costophrenic angle?",
        "Would you choose B or C?",
        "Which fits better, option A or B?",
        "Pick one: A, B, C or D.",
        "Why do you pick A?",
        "What speaks for option C?",
        "Option A, option B: what would each look like at the angle?",
        "Is it lobar pneumonia, or pleural effusion? What would tell them apart?",
        "How would a rib fracture look?",
        "The answer is not A.",
        "Do you see B-lines?",
        "It is B-mode. This is B-mode, too.",
        "The fluid level matters. Where is the chest wall?",
    ],
)
def test_what_does_not_give_it_away(text: str) -> None:
    assert _leak(text) == ""


@pytest.mark.parametrize(
    ("text", "answer", "options", "is_leak"),
    [
        ("Bones are white in the correct display.", "A", SHADES, False),
        ("Bones look as white as paper.", "A", SHADES, True),
        ("A pale area lies on the left of the picture.", "C", SIDES, False),
        ("This is the left eye.", "C", SIDES, True),
        ("It is left.", "C", {"A": "Right", "C": "Left"}, True),
        ("Look to the left.", "C", {"A": "Right", "C": "Left"}, False),
        ("The clip runs for 4 seconds.", "B", TIMES, True),
        ("There are 4 valves, seen for some seconds.", "B", TIMES, True),
        ("There are 4 valves.", "B", TIMES, False),
        ("Frames last 0.4 ms.", "B", TIMES, False),
        ("That wire belongs to a pacemaker.", "A", DEVICES, True),
        ("Choose a finding. A bright line runs along it.", "A", DEVICES, False),
        ("Pick the side: A darker area may help.", "A", DEVICES, False),
        ("The answer is A because of the wires.", "A", DEVICES, True),
        ("Would you choose A or B?", "A", DEVICES, False),
    ],
    ids=[
        "a shade as a word",
        "a shade as the option says it",
        "a side as a place",
        "a side as the option says it",
        "a side stated",
        "a side as a direction",
        "a number with its unit",
        "a number and its unit in one sentence",
        "a number alone",
        "another number",
        "one rare word",
        "the article after a full stop",
        "the article after a colon",
        "letter A stated",
        "letter A set beside B",
    ],
)
def test_answers_of_a_single_common_word_and_the_letter_a(
    text: str, answer: str, options: Mapping[str, str], is_leak: bool
) -> None:
    assert bool(leak_reason(text, answer, options)) is is_leak


@pytest.mark.parametrize(
    "text",
    [
        "It is a pl\u200beural eff\u200busion.",
        "It is a \u0440l\u0435ural \u0435ffusi\u043en.",
        "p l e u r a l  e f f u s i o n",
        "P-L-E-U-R-A-L E-F-F-U-S-I-O-N",
        "pleuraleffusion",
        r"$\text{pleural effusion}$",
        "The answer is **B**.",
        r"The answer is $\boxed{B}$.",
        "It isn't lobar pneumonia, a rib fracture, or a normal chest.",
    ],
)
def test_the_answer_in_another_dress(text: str) -> None:
    options = {"A": "Lobar pneumonia", "B": "Pleural effusion", "C": "Rib fracture", "D": "Normal chest"}
    assert leak_reason(text, "B", options)


@pytest.mark.parametrize(
    ("text", "options", "is_leak"),
    [
        ("12mm", {"A": "5 mm", "B": "12 mm"}, True),
        ("Lines of 5mm are seen.", {"A": "5 mm", "B": "12 mm"}, False),
        ("No.", {"A": "Yes", "B": "No"}, True),
        ("No, look again.", {"A": "Yes", "B": "No"}, False),
        ("Not every white area is pneumonia.", {"A": "Pneumonia", "B": "Effusion"}, False),
        ("You chose hits rise, false alarms fall.", {"A": "Hits rise", "B": "Both rise", "C": "Not one rises"}, False),
    ],
    ids=["unit-without-blank", "other-figure", "nothing-else", "the-word-in-a-sentence", "one-denied", "options-deny"],
)
def test_short_answers_and_their_near_misses(text: str, options: Mapping[str, str], is_leak: bool) -> None:
    assert bool(leak_reason(text, "B", options)) is is_leak


def test_an_answer_that_denies_something_takes_a_text_that_denies() -> None:
    options = {"A": "Dark fat", "B": "No contrast in the collecting system"}
    assert leak_reason("Contrast in the blood shows. How does the collecting system look?", "B", options) == ""
    assert leak_reason("There isn't any contrast in the collecting system.", "B", options)
    assert leak_reason("A collecting system without contrast.", "B", options)


def test_words_shared_with_other_options_do_not_count() -> None:
    options = {"A": "Acute subdural collection", "B": "Chronic subdural collection"}
    assert leak_reason("Where is the subdural collection?", "B", options) == ""
    assert leak_reason("It looks chronic.", "B", options) == ""
    assert leak_reason("This is a chronic subdural collection.", "B", options)


def test_an_answer_made_of_other_options_words_leaks_as_a_whole_phrase() -> None:
    options = {"A": "Fluid before air", "B": "Air before fluid"}
    assert leak_reason("You see air before fluid here.", "B", options)
    assert leak_reason("Where are air and fluid?", "B", options) == ""


@pytest.mark.parametrize("accepted", [(), ("",), ("the of",)], ids=["none", "empty", "only small words"])
def test_empty_paraphrases_give_nothing_away(accepted: tuple[str, ...]) -> None:
    assert leak_reason("Look at the angle of the chest.", "B", SAMPLE.options, accepted) == ""


def test_the_reason_names_what_was_said() -> None:
    assert _leak("The answer is B.") == "names option B as the answer"
    assert _leak("This is a pleural effusion.") == "says the answer: 'Pleural effusion'"


def test_words_are_stemmed_and_small_ones_left_out() -> None:
    assert content_words("The blunted angles of a lung, 0.4 mm") == ("blunt", "angl", "lung", "0.4", "mm")
    assert content_words("angle planes plane") == ("angl", "plan", "plan")


def test_no_authored_hint_or_finding_is_taken_for_the_answer(cases: tuple[TutorSample, ...]) -> None:
    texts = [
        (case, text) for case in cases for text in (*case.findings, *(hint_text(case, level) for level in (1, 2, 3)))
    ]
    assert len(texts) > 400
    assert [(case.case, text, _leak(text, case)) for case, text in texts if _leak(text, case)] == []


def test_every_case_answer_stated_plainly_is_seen(cases: tuple[TutorSample, ...]) -> None:
    missed = [
        (case.case, text)
        for case in cases
        for text in (
            f"The answer is {case.answer}.",
            f"Option {case.answer} is right.",
            f"I think {case.answer} is correct.",
            f"The answer is {case.answer_text}.",
            f"This shows: {case.answer_text}.",
        )
        if not _leak(text, case)
    ]
    assert missed == []


def test_talk_about_other_options_is_not_taken_for_the_answer(cases: tuple[TutorSample, ...]) -> None:
    wrong = [
        (case.case, text)
        for case in cases
        for letter, other in case.options.items()
        if letter != case.answer
        for text in (
            f"Why {other}?",
            f"You chose {letter}: {other}. What made you think so?",
            f"Would you pick {case.answer} or {letter}?",
            f"Compare two ideas: {other}, or {case.answer_text}.",
        )
        if _leak(text, case)
    ]
    assert wrong == []


def test_a_number_with_another_sign_is_another_answer() -> None:
    options = {"A": "It is -40 HU", "B": "It is 40 HU", "C": "It is 1064 HU", "D": "It is 2088 HU"}
    assert leak_reason("Could it be -40 HU?", "B", options) == ""
    assert leak_reason("It is 40 HU.", "B", options)
    assert leak_reason("Then it is -40 HU.", "A", options)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("The answer is B.", 1.0, 1.0),
        ("This is a pleural effusion.", 0.9, 0.9),
        ("Is it lobar pneumonia, or pleural effusion?", 0.3, 0.3),
        ("Is there anything pleural?", 0.2, 0.2),
        ("Look at the angle.", 0.0, 0.0),
    ],
)
def test_the_score_is_graded_and_the_reason_starts_at_the_threshold(text: str, low: float, high: float) -> None:
    score = leak_score(text, "B", SAMPLE.options)
    assert low <= score <= high
    assert bool(leak_reason(text, "B", SAMPLE.options)) is (score >= LEAK_AT)
    assert bool(judge_leak(text, "B", SAMPLE.options).reason) is (score > 0)


@pytest.mark.parametrize(
    ("text", "is_leak"),
    [
        ("This is a pleural effusion.", True),
        ("There is fluid in the pleural space.", True),
        ("An effusion of the pleural kind, I would say.", True),
        ("Where is the pleural line?", False),
        ("What blunts the angle?", False),
    ],
)
def test_an_answer_in_words_without_options(text: str, is_leak: bool) -> None:
    assert bool(leak_reason(text, "Pleural effusion", {}, ("fluid in the pleural space",))) is is_leak


@pytest.mark.parametrize("text", ["", "The answer is B.", "It is 5.", "Anything at all."])
def test_an_unknown_answer_cannot_leak(text: str) -> None:
    assert leak_score(text, "", {}) == 0.0


def test_what_is_known_matters_to_numbers_only() -> None:
    assert leak_reason("Mind the 40.", "40", {}, (), Known("Ann has 40.")) == ""
    assert leak_reason("Mind the 40.", "40", {}, (), Known("Ann has some."))
    assert leak_reason("A pleural effusion.", "pleural effusion", {}, (), Known("pleural effusion"))


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("Lobar pneumonia or pleural effusion?", ("A", "B")),
        ("Could it be a pneumothorax?", ("D",)),
        ("A broken rib; a rib fracture.", ("C",)),
        ("What do you see?", ()),
    ],
)
def test_options_named_by_their_words(text: str, letters: tuple[str, ...]) -> None:
    assert named_options(text, SAMPLE.options) == letters
