"""Duplicates and the pairs that must stay two rules."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ace.playbook.duplicates.find_duplicates import DuplicateGroup, find_duplicates
from ace.playbook.duplicates.join_pairs import join_pairs
from ace.playbook.duplicates.meaning_marks import content_words, differing, read_marks
from ace.playbook.duplicates.rule_text import RuleText
from ace.playbook.duplicates.word_difference import word_difference
from runtime.contracts.errors import RuleError
from runtime.retrieval.open_retriever import minilm

OPPOSITES = [
    ("Give ceftriaxone to the patient.", "Do not give ceftriaxone to the patient."),
    ("Give 15 mg/kg of ceftriaxone.", "Give 150 mg/kg of ceftriaxone."),
    ("Give 1.5 mg of atropine.", "Give 15 mg of atropine."),
    ("Give 5 mg of morphine.", "Give 5 mcg of morphine."),
    ("Always measure the lesion.", "Never measure the lesion."),
    ("Take at least three views.", "Take at most three views."),
    ("Ask for the history before the examination.", "Ask for the examination before the history."),
    ("Call `retrieve` before `web_browser`.", "Call `web_browser` before `retrieve`."),
    ("Give only oxygen.", "Give also oxygen."),
    ("Zoom into the left lung.", "Zoom into the right lung."),
    ("Give amoxicillin for otitis media.", "Give amiodarone for otitis media."),
    ("Increase the dose slowly.", "Decrease the dose slowly."),
    ("Give aspirin with clopidogrel.", "Give aspirin without clopidogrel."),
    ("Give aspirin; do not give heparin.", "Give heparin; do not give aspirin."),
    ("Don't reveal the answer.", "Reveal the answer."),
    ("Stop when the budget is spent.", "Continue when the budget is spent."),
    ("Look at the liver first.", "Look at the spleen first."),
    ("Wait 5 minutes before asking again.", "Wait 5 hours before asking again."),
]
SAME = [
    ("Show the report when asked by the student.", "When asked by the student, show the report."),
    ("Don't guess the diagnosis.", "Never guess a diagnosis."),
    ("Give 15 mg/kg of ceftriaxone.", "Please give 15 mg/kg ceftriaxone."),
    ("Explain the findings in plain words.", "Explain the finding in plain words."),
    ("You must always measure the lesions.", "Always measure the lesion."),
]


def _alike(count: int) -> "np.typing.NDArray[np.float32]":
    return np.ones((count, 4), np.float32)


@pytest.mark.parametrize(("one", "other"), OPPOSITES)
def test_opposites_are_reported_and_never_merged(one: str, other: str) -> None:
    report = find_duplicates([RuleText("a", one), RuleText("b", other)], _alike(2))
    assert report.groups == ()
    ((left, right, cosine, differs),) = report.opposites
    assert (left, right) == ("a", "b")
    assert cosine == pytest.approx(1.0)
    assert differs


@pytest.mark.parametrize(("one", "other"), SAME)
def test_other_words_for_the_same_are_duplicates(one: str, other: str) -> None:
    report = find_duplicates([RuleText("a", one), RuleText("b", other)], _alike(2))
    assert report.opposites == ()
    assert [group.ids for group in report.groups] == [("a", "b")]
    assert not report.groups[0].is_exact


def test_a_real_embedding_tells_rules_apart_and_not_their_opposites() -> None:
    texts = [
        "Give 15 mg/kg of ceftriaxone at once.",
        "Give 150 mg/kg of ceftriaxone at once.",
        "Please give 15 mg/kg ceftriaxone at once.",
        "Show the picture of the chest again.",
    ]
    report = find_duplicates([RuleText(str(row), text) for row, text in enumerate(texts)], minilm().embed(texts))
    assert [group.ids for group in report.groups] == [("0", "2")]
    assert {(pair.left, pair.right) for pair in report.opposites} == {("0", "1"), ("1", "2")}


def test_the_reason_names_what_differs() -> None:
    marks = read_marks("Give 15 mg/kg of ceftriaxone."), read_marks("Do not give 150 mg/kg of ceftriaxone.")
    assert differing(*marks) == ("negation: - | not give mg kg ceftriaxone", "numbers: 15 | 150")
    assert differing(marks[0], marks[0]) == ()


def test_the_same_words_are_found_without_vectors() -> None:
    texts = ["Ask first!", "ask  FIRST", "Ask twice.", "Dose: 1.5 mg", "Dose: 15 mg", "a != b", "a = b"]
    report = find_duplicates([RuleText(str(place), text) for place, text in enumerate(texts)])
    assert report.groups == (DuplicateGroup(("0", "1"), True, 1.0),)
    assert report.opposites == ()


def test_a_rule_like_the_first_of_equal_ones_joins_all_of_them() -> None:
    rules = [
        RuleText("a", "Measure the lesion."),
        RuleText("b", "measure the lesion"),
        RuleText("c", "Measure a lesion."),
    ]
    (group,) = find_duplicates(rules, _alike(3)).groups
    assert (group.ids, group.is_exact) == (("a", "b", "c"), False)


def test_scopes_are_never_compared() -> None:
    rules = [RuleText("a", "Ask first.", "tutor"), RuleText("b", "Ask first.", "inspector"), RuleText("c", "No", "x")]
    report = find_duplicates(rules, _alike(3))
    assert report == ((), ())


def test_each_scope_is_searched_by_itself() -> None:
    rules = [RuleText(str(row), f"Ask {row % 4} times.", "ab"[row % 2]) for row in range(8)]
    rules += [RuleText("x", "Do not look.", "a"), RuleText("y", "Look.", "a"), RuleText("z", "Look.", "b")]
    report = find_duplicates(rules, _alike(len(rules)))
    assert [group.ids for group in report.groups] == [("0", "4"), ("1", "5"), ("2", "6"), ("3", "7")]
    pairs = [(pair.left, pair.right) for pair in report.opposites]
    assert pairs == [
        *[("0", "2"), ("0", "x"), ("0", "y"), ("1", "3"), ("1", "z"), ("2", "x"), ("2", "y"), ("3", "z"), ("x", "y")]
    ]


def test_unusable_input_says_why() -> None:
    rules = [RuleText("a", "x"), RuleText("b", "y")]
    with pytest.raises(RuleError, match="2 rules need 2 rows"):
        find_duplicates(rules, _alike(3))
    for threshold in (0.0, 1.5, float("nan")):
        with pytest.raises(RuleError, match="no cosine"):
            find_duplicates(rules, _alike(2), threshold)
    with pytest.raises(RuleError, match="no number"):
        find_duplicates(rules, np.full((2, 3), np.nan, np.float32))
    assert find_duplicates([], np.zeros((0, 3), np.float32)) == ((), ())


def test_two_thousand_rules_as_brute_force() -> None:
    rng = np.random.default_rng(7)
    centres = rng.standard_normal((700, 384))
    vectors = centres[rng.integers(0, 700, 2000)] + rng.uniform(0.1, 0.5, (2000, 1)) * rng.standard_normal((2000, 384))
    nouns = ["lesion", "vessel", "border", "marker", "report", "finding"]
    rules = [
        RuleText(
            str(row), f"Check the {nouns[rng.integers(6)]} {'do not' if rng.random() < 0.2 else 'and'} ask {row % 40}"
        )
        for row in range(2000)
    ]
    report = find_duplicates(rules, vectors.astype(np.float32))
    expected = _brute_force(rules, vectors.astype(np.float32))
    assert ([_rounded(group) for group in report.groups], [_rounded(pair) for pair in report.opposites]) == expected
    assert len(report.groups) > 50
    assert len(report.opposites) > 50


def _rounded(found: tuple[object, ...]) -> tuple[object, ...]:
    return tuple(round(value, 9) if isinstance(value, float) else value for value in found)


def _brute_force(
    rules: list[RuleText], vectors: "np.typing.NDArray[np.float32]"
) -> tuple[list[tuple[object, ...]], list[tuple[object, ...]]]:
    """Every pair by one product in double precision; grouping as documented, written plainly."""
    unit = vectors.astype(np.float64)
    unit /= np.linalg.norm(unit, axis=1, keepdims=True)
    cosine = unit @ unit.T
    same: dict[str, list[int]] = {}
    for row, rule in enumerate(rules):
        same.setdefault(rule.text.casefold(), []).append(row)
    firsts = [rows[0] for rows in same.values()]
    alike: dict[tuple[int, int], float] = {}
    apart: list[tuple[object, ...]] = []
    for place, one in enumerate(firsts):
        for other in firsts[place + 1 :]:
            if cosine[one, other] >= 0.85:
                text, second = rules[one].text, rules[other].text
                word = word_difference(content_words(text), content_words(second))
                differs = differing(read_marks(text), read_marks(second)) or ((word,) if word else ())
                if differs:
                    apart.append((str(one), str(other), float(cosine[one, other]), differs))
                else:
                    alike[one, other] = float(cosine[one, other])
    groups = [{row} for row in firsts]
    for one, other in sorted(alike, key=lambda pair: (-alike[pair], pair)):
        left = next(group for group in groups if one in group)
        right = next(group for group in groups if other in group)
        if left is not right and all((min(a, b), max(a, b)) in alike for a in left for b in right):
            groups.remove(right)
            left |= right
    made = []
    for group in groups:
        rows = sorted(row for first in group for row in same[rules[first].text.casefold()])
        least = min((alike[a, b] for a in group for b in group if a < b), default=1.0)
        if len(rows) > 1:
            made.append((rows, len(group) == 1, least))
    groups_found = [DuplicateGroup(tuple(map(str, rows)), exact, least) for rows, exact, least in sorted(made)]
    return [_rounded(group) for group in groups_found], [_rounded(pair) for pair in apart]


def test_no_chain_of_small_steps_joins_two() -> None:
    assert join_pairs(3, [(0, 1), (1, 2)], [0.9, 0.95]) == [(1, 2)]
    assert join_pairs(4, [(0, 1), (2, 3), (0, 2), (0, 3), (1, 2), (1, 3)], [1, 1, 0.9, 0.9, 0.9, 0.9]) == [(0, 1, 2, 3)]


@settings(deadline=None, max_examples=60)
@given(st.lists(st.sampled_from([text for pair in OPPOSITES for text in pair]), max_size=12))
def test_no_group_ever_holds_an_opposite_pair(texts: list[str]) -> None:
    report = find_duplicates([RuleText(str(row), text) for row, text in enumerate(texts)], _alike(len(texts)))
    home = {rule_id: place for place, group in enumerate(report.groups) for rule_id in group.ids}
    for group in report.groups:
        assert len({texts[int(rule_id)] for rule_id in group.ids}) == 1
    for pair in report.opposites:
        assert home.get(pair.left, -1) != home.get(pair.right, -2)


@given(st.text(max_size=200))
def test_any_text_has_marks(text: str) -> None:
    assert differing(read_marks(text), read_marks(text)) == ()
    assert word_difference(content_words(text), content_words(text)) == ""
