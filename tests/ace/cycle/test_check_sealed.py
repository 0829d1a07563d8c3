"""A draft that repeats a held-out sample is refused, and the words are not shown."""

from dataclasses import replace

import pytest

from ace.curator.draft import Draft
from ace.cycle.check_sealed import check_sealed, read_sealed
from ace.evaluation.sealed_ngrams import SealedNgrams
from runtime.contracts.rule import Rule, RuleCase, RuleTest
from runtime.contracts.sample import TutorSample
from tests.ace.building import rule
from tests.ace.conftest import SmallRun

DRAFT = Draft("add", "a.x", None, rule("a.x"), None, None, "why", "test")


@pytest.fixture(scope="module")
def sealed(small_run: SmallRun) -> SealedNgrams:
    """The hashes of the shipped held-out samples."""
    return read_sealed(small_run.session, small_run.session.playbook())


def question(small_run: SmallRun, split: str) -> str:
    """Return what the first sample of a split explains, which its siblings do not."""
    samples, _ = small_run.session.samples("sealed" if split == "sealed" else "dev")
    first = samples[0]
    assert isinstance(first, TutorSample)
    assert len(first.explanation.split()) >= 8
    return first.explanation


def drafted(after: Rule, test: RuleTest | None = None) -> Draft:
    return replace(DRAFT, after=after, test=test)


def test_a_rule_that_repeats_a_held_out_sample_is_refused(small_run: SmallRun, sealed: SealedNgrams) -> None:
    text = question(small_run, "sealed")[:1000]
    (check,) = check_sealed(drafted(rule("a.x", text=f"If asked, say: {text}")), sealed)
    assert not check.ok
    assert check.detail.startswith("text repeat held-out samples")
    assert not any(word in check.detail + check.value for word in text.split() if len(word) > 8)
    assert check.value.endswith("sequences of 5 words")
    assert not check.value.startswith("0 of")


def test_words_in_a_test_count_too(small_run: SmallRun, sealed: SealedNgrams) -> None:
    test = RuleTest(violates=(RuleCase(action={"text": question(small_run, "sealed")}),))
    (check,) = check_sealed(drafted(rule("a.x"), test), sealed)
    assert (check.ok, check.detail.split()[0]) == (False, "test")


def test_development_samples_and_reviewed_rules_may_be_repeated(small_run: SmallRun, sealed: SealedNgrams) -> None:
    (check,) = check_sealed(drafted(rule("a.x", text=question(small_run, "dev")[:1000])), sealed)
    assert check.ok, check.value
    for reviewed in small_run.session.playbook().rules:
        (check,) = check_sealed(drafted(reviewed), sealed)
        assert (check.ok, check.detail) == (True, "repeats no held-out sample")


def test_a_deletion_writes_nothing(sealed: SealedNgrams) -> None:
    assert check_sealed(replace(DRAFT, op="delete", before=rule("a.x"), after=None), sealed) == ()
