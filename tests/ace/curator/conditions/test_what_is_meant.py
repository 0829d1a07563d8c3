"""Conditions taken apart into actions, how they are taken, states and exceptions."""

import pytest

from ace.curator.conditions.clauses import speaker_of
from ace.curator.conditions.what_is_meant import Meant, actions_meant, meant_by
from runtime.contracts.condition_context import TUTOR_CONTEXT


def meant(when: str, require: str) -> Meant:
    """Return what violates a rule with these conditions."""
    return meant_by(speaker_of(when, TUTOR_CONTEXT), speaker_of(require, TUTOR_CONTEXT))


@pytest.mark.parametrize(
    ("when", "require", "only", "but", "how"),
    [
        ('action.kind == "HINT"', "false", ("HINT",), (), ()),
        ('"HINT" == action.kind', "false", ("HINT",), (), ()),
        ('action.kind == "HINT" || action.name in ["QUIZ", "zoom"]', "false", ("HINT", "QUIZ", "zoom"), (), ()),
        ('action.kind != "HINT" && !(action.kind == "QUIZ")', "false", (), ("HINT", "QUIZ"), ()),
        ("true", 'action.kind == "HINT"', (), ("HINT",), ()),
        ('action.kind == "REQUEST_TOOL" && action.name == "zoom"', "false", ("zoom",), (), ()),
        ('action.name != "zoom" && action.kind == "REQUEST_TOOL"', "false", ("REQUEST_TOOL",), ("zoom",), ()),
        ('action.kind in ["HINT", "QUIZ"]', 'action.kind == "QUIZ"', ("HINT",), (), ()),
        ("action.name in state.tools.failed", "false", ("REQUEST_TOOL",), (), ("that has failed",)),
        (
            'action.kind == "HINT"',
            "!action.leaks_answer",
            ("HINT",),
            (),
            ("with a text that gives the answer away",),
        ),
        (
            "action.leaks_answer || action.names_option",
            "false",
            (),
            (),
            ("with a text that gives the answer away or with a text that names one of the options",),
        ),
    ],
)
def test_actions_and_how_they_are_taken(
    when: str, require: str, only: tuple[str, ...], but: tuple[str, ...], how: tuple[str, ...]
) -> None:
    found = meant(when, require)
    assert (found.only, found.but, found.how) == (only, but, how)
    assert (found.states, found.unless) == ((), ())


@pytest.mark.parametrize(
    ("when", "require", "states", "unless"),
    [
        ('state.step > 1 && action.kind == "HINT"', "state.answer_open || state.errors > 0", 1, 2),
        ('action.kind == "HINT" || state.step > 1', "false", 1, 0),
        ('action.name == "made_up"', "false", 1, 0),
        ('action.name == "zoom" && action.name in state.tools.failed', "false", 1, 0),
        ('action.kind == "HINT"', "!action.leaks_answer && state.answer_open", 0, 1),
        ('action.kind == "HINT"', 'action.kind == "HINT"', 0, 1),
    ],
)
def test_all_the_rest_is_a_state_or_an_exception(when: str, require: str, states: int, unless: int) -> None:
    found = meant(when, require)
    assert (len(found.states), len(found.unless)) == (states, unless)


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ('state.step > 1 && action.name == "zoom"', ("zoom",)),
        ('action.kind in ["HINT", "QUIZ"]', ("HINT", "QUIZ")),
        ('action.name == "zoom" || action.name == "ocr"', ("zoom", "ocr")),
        ('action.kind == "REQUEST_TOOL" && action.name == "zoom"', ("zoom",)),
        ('action.kind != "HINT"', ()),
        ("true", ()),
    ],
)
def test_actions_meant(when: str, expected: tuple[str, ...]) -> None:
    assert actions_meant(when) == expected
