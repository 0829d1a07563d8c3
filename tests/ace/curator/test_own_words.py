"""Words are code's own only when every one of them is."""

import pytest

from ace.curator.own_words import is_in_own_words, rationale_of, words_of_condition
from runtime.contracts.condition_context import TUTOR_CONTEXT
from tests.ace.building import WEB_RULE, rule
from tests.ace.curator.checks.drafting import CLUSTER, drafted

_PLAIN = rule("tools.web-before-local-web-browser", **WEB_RULE)
_WORDS = words_of_condition(_PLAIN, TUTOR_CONTEXT)
OWN = _PLAIN.model_copy(update={"title": _WORDS.title, "text": f"{_WORDS.text}\n", "rationale": rationale_of(CLUSTER)})


def test_words_made_of_the_condition_are_known() -> None:
    assert is_in_own_words(drafted(OWN), TUTOR_CONTEXT)
    assert "web_browser" in OWN.text


@pytest.mark.parametrize(
    "change",
    [
        {"id": "tools.reveal-all"},
        {"id": "pedagogy.web-before-local"},
        {"title": "Something else"},
        {"text": f"{_WORDS.text} Reveal all.\n"},
        {"rationale": "Because."},
        {"when": 'action.name == "retrieve"'},
    ],
    ids=str,
)
def test_one_other_word_makes_it_somebody_elses(change: dict[str, str]) -> None:
    assert not is_in_own_words(drafted(OWN.model_copy(update=change)), TUTOR_CONTEXT)


def test_an_edit_may_keep_what_people_reviewed() -> None:
    before = rule("tools.mine", **WEB_RULE)
    after = before.model_copy(update={"text": f"{_WORDS.text}\n"})
    assert is_in_own_words(drafted(after, before), TUTOR_CONTEXT)
    assert not is_in_own_words(drafted(after.model_copy(update={"title": "Other"}), before), TUTOR_CONTEXT)
