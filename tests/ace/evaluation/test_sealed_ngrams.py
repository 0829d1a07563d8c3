"""What a text shares with held-out samples is counted, and never shown."""

from hypothesis import given, settings
from hypothesis import strategies as st

from ace.evaluation.sealed_ngrams import NGRAM_WORDS, sample_texts, sealed_ngrams, shared_ngrams
from runtime.contracts.sample import Sample, StudentProfile, TutorSample

SEALED = TutorSample(
    id="s-1",
    case="case-1",
    agent="tutor",
    split="sealed",
    question="Which lobe holds the round opacity in this film?",
    options={"A": "The right lower lobe, behind the heart shadow", "B": "Neither"},
    answer="A",
    student=StudentProfile(level="novice", belief="The heart hides nothing at all here", choice="B"),
)


def shared(text: str, *open_texts: str) -> tuple[int, int]:
    return shared_ngrams({"text": text}, sealed_ngrams([SEALED], open_texts))["text"]


def test_five_words_in_a_row_are_found_whatever_case_and_signs() -> None:
    assert shared("Say: THE right - lower lobe; behind it.") == (1, 3)
    assert shared("the right lower lobe behind the heart shadow") == (4, 4)
    assert shared("the heart hides nothing at all") == (2, 2), "what the student believes is in the sample too"


def test_four_words_or_other_words_are_not() -> None:
    assert shared("the right lower lobe") == (0, 0)
    assert shared("the right lower lobe is where to look") == (0, 4)
    assert shared("") == (0, 0)


def test_what_anybody_may_say_does_not_count() -> None:
    assert shared("which lobe holds the round opacity", "A question: which lobe holds the round opacity?") == (0, 2)


def test_nothing_of_the_sample_is_kept_but_hashes() -> None:
    found = sealed_ngrams([SEALED], [])
    assert {len(mark) for mark in found.hashes} == {16}
    assert b"lobe" not in b"".join(found.hashes)


def test_ids_and_sources_are_no_text() -> None:
    assert "s-1" not in set(sample_texts([SEALED]))
    assert list(sample_texts([Sample(id="a", case="b", agent="c", split="sealed")])) == ["c", "sealed", "", ""]


@settings(deadline=None)
@given(st.lists(st.sampled_from(["one", "two", "three", "4"]), max_size=12))
def test_every_run_of_words_of_the_sample_itself_is_found(words: list[str]) -> None:
    sample = SEALED.model_copy(update={"question": " ".join(words)})
    found = shared_ngrams({"x": " ".join(words)}, sealed_ngrams([sample], []))["x"]
    assert found.shared == found.of == len({tuple(words[i : i + NGRAM_WORDS]) for i in range(len(words) - 4)})
