"""The words of a draft are looked up in the vocabulary the checks were given."""

from dataclasses import replace

import pytest

from ace.curator.checks.check import Check
from ace.curator.checks.known_words import check_known_words
from ace.curator.draft import Draft
from ace.curator.wording.vocabulary import vocabulary_of
from runtime.contracts.condition_context import TUTOR_CONTEXT
from tests.ace.building import curator_input, rule
from tests.ace.curator.checks.drafting import CLUSTER, GOOD, SEEN, WEB_ID, drafted, merge

TOOLS = {"retrieve": "search the local index", "web_browser": "read a page of the web"}
VOCABULARY = vocabulary_of(TUTOR_CONTEXT, TOOLS, curator_input(()).actions)
TEXT = "Call `retrieve` and read what it returned before you call `web_browser`.\n"
LOCAL = GOOD.model_copy(update={"title": "Query the local index before the web", "text": TEXT})
ODD = LOCAL.model_copy(update={"text": "Xyzzy the frobnicator before you call `web_browser`.\n"})


def words(draft: Draft) -> Check:
    """Return the check of `draft` under the tutor's vocabulary."""
    return check_known_words(draft, replace(SEEN, vocabulary=VOCABULARY))


def test_a_shipped_remedy_is_in_known_words() -> None:
    result = words(drafted(LOCAL))
    assert (result.name, result.ok) == ("words", True), result.detail
    assert " 0 unknown" in result.value


def test_unknown_words_are_named() -> None:
    result = words(drafted(ODD))
    assert not result.ok
    assert "xyzzy" in result.detail.casefold()


@pytest.mark.parametrize(
    "draft",
    [
        pytest.param(drafted(ODD.model_copy(update={"enforce": "gate"}), ODD), id="an edit that keeps them"),
        pytest.param(
            merge(LOCAL.model_copy(update={"text": ODD.text}), LOCAL, ODD.model_copy(update={"id": "a.odd"})),
            id="a merge that keeps the other one's",
        ),
    ],
)
def test_words_that_people_reviewed_may_stay(draft: Draft) -> None:
    assert words(draft).ok


def test_the_name_of_the_cluster_is_not_the_drafts() -> None:
    named = LOCAL.model_copy(update={"rationale": f"6 failures in 3 samples: {CLUSTER.name}."})
    assert words(drafted(named)).ok


def test_without_a_vocabulary_nothing_is_looked_up_and_the_check_says_so() -> None:
    result = check_known_words(drafted(rule(WEB_ID, text="Xyzzy.")), SEEN)
    assert (result.ok, result.detail) == (True, "no vocabulary is given: the words are not looked at")
