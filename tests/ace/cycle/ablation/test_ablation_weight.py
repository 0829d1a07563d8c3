"""The word for a rule that was left out, from votes of cases."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.cycle.ablation.weight import PairWord, Rate, RuleWeight, RuleWord, Trials, compare, weigh, weigh_pair
from ace.evaluation.score import Trial


def _trials(better: int, worse: int, same: int, lost: int = 0) -> Trials:
    """Votes: `better` cases with the rule, `worse`, the `same`, and `lost` ones that were not run to an end."""
    without, with_it = list[Trial](), list[Trial]()
    votes = [(False, True)] * better + [(True, False)] * worse + [(True, True)] * same
    for number, (before, after) in enumerate([*votes, *[(None, True)] * lost]):
        name = f"s{number}"
        without.append(Trial(name, name, 0, "", before, frozenset({"rule:a.b"} if not before else ()), before))
        with_it.append(Trial(name, name, 0, "", after, frozenset({"leak"} if not after else ()), after))
    return compare(without, with_it, "rule:a.b", "a-1", 5)


@pytest.mark.parametrize(
    ("votes", "word", "says"),
    [
        ((7, 0, 3), "carries weight", "e-value 31.9 that it helps"),
        ((6, 0, 4), "unclear", "e-value 18.1 that it helps"),
        ((0, 7, 3), "harmful", "Leaving it out is better"),
        ((0, 0, 100), "dead", "None of 100 cases"),
        ((0, 0, 99), "unclear", "0 cases better with it, 0 worse, of 99"),
        ((1, 0, 200), "unclear", "1 case better with it"),
        ((7, 0, 3, 3), "undecided: infrastructure", "3 of 13 samples"),
    ],
    ids=["shown", "just-under", "against", "dead", "too-few-for-dead", "one-vote", "errors"],
)
def test_words(votes: tuple[int, ...], word: RuleWord, says: str) -> None:
    found, reason = weigh(_trials(*votes))
    assert found == word
    assert says in reason


@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 30))
def test_swapping_sides_swaps_the_evidence(better: int, worse: int, same: int) -> None:
    one, other = _trials(better, worse, same), _trials(worse, better, same)
    assert (one.e_helps, one.e_hurts) == (other.e_hurts, other.e_helps)
    assert one.change == pytest.approx(-other.change)
    swapped = {"carries weight": "harmful", "harmful": "carries weight"}
    word = weigh(one)[0]
    assert weigh(other)[0] == swapped.get(word, word)


def test_the_target_and_the_failure_that_changed_most() -> None:
    trials = _trials(2, 1, 7)
    assert trials.target == Rate("rule:a.b", 0.2, 0.0)
    assert trials.most_changed == Rate("leak", 0.0, 0.1)
    assert _trials(2, 0, 8).most_changed is None


def _weight(word: RuleWord, trials: Trials) -> RuleWeight:
    return RuleWeight("a.b", word, "", None, trials)


@pytest.mark.parametrize(
    ("alone", "both", "word"),
    [
        (("unclear", 0), _trials(7, 0, 13), "stand in for each other"),
        (("unclear", 0), _trials(0, 7, 13), "better without both"),
        (("dead", 0), _trials(0, 0, 20), "unclear"),
        (("carries weight", 8), _trials(8, 0, 12), "only work together"),
        (("carries weight", 8), _trials(16, 0, 4), "add up"),
        (("unclear", 0), _trials(7, 0, 13, 9), "undecided: infrastructure"),
    ],
)
def test_words_of_pairs(alone: tuple[RuleWord, int], both: Trials, word: PairWord) -> None:
    name, better = alone
    single = _weight(name, _trials(better, 0, 20 - better))
    assert weigh_pair(both, single, single)[0] == word
