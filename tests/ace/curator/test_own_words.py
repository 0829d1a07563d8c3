"""Words are code's own only when every one of them is."""

import pytest

from ace.curator.own_words import edited_text, is_in_own_words, rationale_of, words_of_condition
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
    before = rule("tools.mine", **{**WEB_RULE, "when": 'action.name == "zoom"'})
    after = rule("tools.mine", **WEB_RULE)
    text = edited_text(before, after, TUTOR_CONTEXT)
    assert text == f"{before.text.strip()} {_WORDS.text}"
    draft = drafted(after.model_copy(update={"text": f"{text}\n"}), before)
    assert is_in_own_words(draft, TUTOR_CONTEXT)
    assert draft.after is not None
    other = draft.after.model_copy(update={"title": "Other"})
    assert not is_in_own_words(drafted(other, before), TUTOR_CONTEXT)


def test_words_made_of_the_old_condition_give_way() -> None:
    old = rule("tools.mine", **{**WEB_RULE, "when": 'action.name == "zoom"'})
    made = old.model_copy(update={"text": f"Be brief. {words_of_condition(old, TUTOR_CONTEXT).text}\n"})
    assert edited_text(made, rule("tools.mine", **WEB_RULE), TUTOR_CONTEXT) == f"Be brief. {_WORDS.text}"
    assert edited_text(made, made.model_copy(update={"priority": 3}), TUTOR_CONTEXT) == made.text.strip()
