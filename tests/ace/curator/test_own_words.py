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


def test_counts_made_by_code_may_follow_in_the_rationale() -> None:
    counted = drafted(OWN.model_copy(update={"rationale": f"{rationale_of(CLUSTER)} 0 in 9."}))
    assert is_in_own_words(counted, TUTOR_CONTEXT, "0 in 9.")
    assert not is_in_own_words(counted, TUTOR_CONTEXT, "1 in 9.")
    assert not is_in_own_words(counted, TUTOR_CONTEXT)


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


def test_what_people_named_already_is_not_named_again_as_what_to_do_instead() -> None:
    """Whether the text names `retrieve`, and that words made this way give way to the next ones."""
    first = _WORDS.text.removesuffix(" Use `retrieve` instead.")
    before = rule("tools.mine", text="Call `retrieve` before you call `web_browser`.\n")
    after = rule("tools.mine", **WEB_RULE)
    text = edited_text(before, after, TUTOR_CONTEXT)
    assert text == f"{before.text.strip()} {first}"
    other = rule("tools.mine", text="Call `retrieve_all` first.\n")
    assert edited_text(other, after, TUTOR_CONTEXT) == f"Call `retrieve_all` first. {_WORDS.text}"
    made = after.model_copy(update={"text": f"{text}\n"})
    later = made.model_copy(update={"when": 'action.name == "zoom"'})
    assert edited_text(made, later, TUTOR_CONTEXT) == (f"{before.text.strip()} {first.replace('web_browser', 'zoom')}")
    assert is_in_own_words(
        drafted(later.model_copy(update={"text": edited_text(made, later, TUTOR_CONTEXT)}), made), TUTOR_CONTEXT
    )
