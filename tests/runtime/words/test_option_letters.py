import pytest

from runtime.words.option_letters import denials, excludes_others, names_letter, offers_letter

OPTIONS = {"A": "Pneumothorax", "B": "Pleural effusion", "C": "Pneumonia", "D": "Normal chest"}


@pytest.mark.parametrize(
    "text",
    [
        "B",
        "(B).",
        "the answer is b",
        "answer: b",
        "option b is right",
        "The correct answer:\nB",
        "I'd say B.",
        "The second option is right.",
        "Choose the second option.",
        "the second one is correct",
        "It is option two.",
        "option number 2",
        "All but B are wrong.",
        "Everything except B can be excluded.",
        "Only B fits.",
        "B is what fits",
    ],
)
def test_an_option_offered_by_its_letter_or_place(text: str) -> None:
    assert offers_letter(text, "B", OPTIONS)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A",
        "The first step is to look at the edges. The second option is to compare sides.",
        "Look at the second rib. Is there a second line?",
        "There are four options.",
        "Option 2 or option 3?",
        "Which of A, B, C and D fits?",
        "Do all the options but one share this?",
        "The answer is a thin line.",
        "choice a",
        "the answer is c",
        "Vitamin B matters here.",
        "option 9",
        "an option being open",
    ],
)
def test_an_option_that_is_only_spoken_of(text: str) -> None:
    assert not offers_letter(text, "B", OPTIONS)


@pytest.mark.parametrize(
    ("text", "is_leak"),
    [
        ("Not A, not C, and not D.", True),
        ("It is neither A nor C nor D.", True),
        ("You can rule out A, C and D.", True),
        ("A, C and D are wrong.", True),
        ("Can you rule out A, C and D?", False),
        ("You ruled out A and C. What about the rest?", False),
        ("Not every sign of A, B, C and D is here.", False),
        ("A, C and D have this in common.", False),
    ],
)
def test_excluding_every_other_option_gives_the_answer_away(text: str, is_leak: bool) -> None:
    assert excludes_others(text, "B", OPTIONS) is is_leak


def test_of_two_options_one_may_be_denied_by_its_letter() -> None:
    assert not excludes_others("Why not A? It is not A alone.", "B", {"A": "x", "B": "y"})


def test_questions_deny_nothing() -> None:
    assert denials("It is not A. Is it not C? It isn't D!") == ["It is not A.", "It isn't D!"]


@pytest.mark.parametrize(("text", "is_named"), [("See B.", True), ("See B-lines.", False), ("Look at ribs", False)])
def test_a_letter_is_no_part_of_a_word(text: str, is_named: bool) -> None:
    assert names_letter(text, "B") is is_named
