"""What words do."""

import pytest

from analyzers.detectors.tool_agent import wording


@pytest.mark.parametrize("low", ["i'm unable to do that", "unfortunately not", "this can’t be changed"])
def test_refusals(low: str) -> None:
    assert wording.refuses(low)
    assert not wording.refuses("i can do that")


def test_yes_go_and_questions() -> None:
    assert wording.agrees("yes, do that")
    assert not wording.agrees("what does it cost")
    assert wording.says_go("please cancel it then")
    assert not wording.says_go("thanks, bye")
    assert wording.asks_approval("shall i cancel it?")
    assert not wording.asks_approval("it was sent on monday.")


@pytest.mark.parametrize(
    ("low", "words"),
    [
        ("let me check that.", "let me check"),
        ("please hold on.", "please hold"),
        ("i'll now process it.", "i'll now process"),
        ("shall i? i'll process it.", ""),
        ("once you confirm, i'll process it.", ""),
        ("you are welcome.", ""),
    ],
)
def test_promises(low: str, words: str) -> None:
    assert wording.promise(low) == words


def test_corrections_assumed_data_closings_and_denials() -> None:
    assert wording.correction("no, that's not what i asked") == "that's not what"
    assert wording.correction("that's right") == ""
    assert wording.made_up("with placeholder values") == "placeholder values"
    assert wording.made_up("as assumed") == ""
    assert wording.closes("thanks, bye")
    assert not wording.closes("where is it")
    assert wording.denies("nothing was found")
    assert not wording.denies("it is here")
    assert wording.holds_any("abc", ("x", "b"))
    assert not wording.holds_any("abc", ())
