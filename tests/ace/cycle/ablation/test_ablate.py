"""Leaving out rules of which it is known what they do."""

import json
from collections import Counter
from pathlib import Path

import pytest

from ace.cycle.ablation.ablate import AblationRequest
from ace.cycle.ablation.outcome import Ablation
from ace.errors import AceError, NotFoundError
from runtime.contracts.errors import ModelUnavailableError
from runtime.traces.read_events import read_episodes
from tests.ace.conftest import SmallRun
from tests.ace.cycle.ablation.ablation_setup import (
    HARM,
    HEAVY,
    NEVER,
    SAFETY,
    TWIN,
    WORDS,
    ablated,
    run_with,
    under,
    with_rules,
)
from tests.ace.cycle.ablation.conftest import Known


def words(ablation: Ablation) -> dict[str, str]:
    """Return each rule's word."""
    return {weight.rule: weight.word for weight in ablation.rules}


def places(small: SmallRun) -> Counter[tuple[str, str, int]]:
    """Return how often each place of each arm was run to an end."""
    logs = small.session.workspace.arms.glob("*.jsonl")
    done = [(path.stem, one) for path in logs for one in read_episodes(path).episodes if one.outcome is not None]
    return Counter((arm, one.header.sample, one.header.trial) for arm, one in done)


def test_each_rule_gets_the_word_it_was_made_for(known: Known) -> None:
    assert words(known.ablation) == {
        HEAVY: "carries weight",
        HARM: "harmful",
        NEVER: "silent",
        WORDS: "unclear",
        SAFETY: "safety",
    }
    assert known.ablation.is_simulated
    assert "simulated" in known.ablation.controller


def test_what_costs_nothing_comes_first_and_is_not_run(known: Known) -> None:
    assert [weight.rule for weight in known.ablation.rules[:2]] == [NEVER, SAFETY]
    assert [weight.trials for weight in known.ablation.rules[:2]] == [None, None]
    # The run is the side with all rules; three rules are left out on its 24 samples.
    assert len(known.ran) == len(set(known.ran)) == 3 * 24
    assert set(places(known.small).values()) == {1}


def test_figures_of_a_rule_that_carries_weight(known: Known) -> None:
    (heavy,) = (weight for weight in known.ablation.rules if weight.rule == HEAVY)
    assert heavy.trials is not None
    assert heavy.trials.target is not None
    assert (heavy.trials.target.without, heavy.trials.target.with_it) == (1.0, 0.0)
    assert heavy.trials.paired.n == heavy.trials.paired.cases == 24
    assert heavy.trials.paired.broke == 0
    assert 0 < heavy.trials.paired.change_low <= heavy.trials.change <= heavy.trials.paired.change_high
    assert heavy.trials.e_helps > 20 > heavy.trials.e_hurts
    assert heavy.spoke


def test_the_folder_of_the_run_says_the_same(known: Known) -> None:
    written = json.loads((known.small.run.folder / "ablation.json").read_text(encoding="utf-8"))
    assert written == known.ablation.to_json()
    assert written["simulated"] is True


def test_held_out_samples_are_never_run(known: Known) -> None:
    logs = known.small.session.workspace.arms.glob("*.jsonl")
    assert {one.header.split for path in logs for one in read_episodes(path).episodes} == {"dev"}


def test_a_ceiling_ends_it_and_the_same_request_goes_on_from_there(fresh: SmallRun, known: Known) -> None:
    ran: list[str] = []
    first = ablated(under(fresh, gate__max_calls=250), ran=ran)
    assert first.stopped == "250 model calls (--max-calls)"
    cut_short = [word for word in words(first).values() if word in {"not tried", "tried in part"}]
    assert sorted(cut_short) == ["not tried", "tried in part"]
    assert 250 <= first.calls < 250 + 4 * 20
    cut = next(weight for weight in first.rules if weight.word == "tried in part")
    assert "episodes are to be run, the others are kept" in cut.reason
    again = ablated(under(fresh), ran=ran)
    assert again.stopped == ""
    assert {weight.rule: (weight.word, weight.reason) for weight in again.rules} == {
        weight.rule: (weight.word, weight.reason) for weight in known.ablation.rules
    }
    assert len(ran) == len(set(ran)) == 3 * 24
    assert set(places(fresh).values()) == {1}
    assert first.calls + again.calls == known.ablation.calls


def test_only_the_rules_and_samples_that_were_asked_for(fresh: SmallRun) -> None:
    ran: list[str] = []
    found = ablated(fresh, AblationRequest(only=(NEVER,), limit=3, tries_silent=True), ran)
    assert words(found) == {NEVER: "unclear"}
    assert (found.samples, len(ran)) == (3, 3)


def test_more_trials_than_the_run_had_are_run_on_both_sides(fresh: SmallRun) -> None:
    ran: list[str] = []
    found = ablated(fresh, AblationRequest(only=(WORDS,), limit=2, trials=2), ran)
    # Without the rule two trials of two samples; with it the run has the first of each.
    assert (found.trials, len(ran)) == (2, 4 + 2)


def test_rules_that_say_the_same_stand_in_for_each_other(starter: Path) -> None:
    small = run_with(starter, HEAVY, TWIN, run__limit=8)
    found = ablated(small, AblationRequest(tries_silent=True, has_pairs=True))
    assert (words(found)[HEAVY], words(found)[TWIN]) == ("unclear", "unclear")
    (pair,) = found.pairs
    assert (set(pair.rules), pair.word) == ({HEAVY, TWIN}, "stand in for each other")


def test_a_rule_that_spoke_before_it_was_there_is_followed_not_silent(starter: Path) -> None:
    run_with(starter, run__limit=2)
    small = run_with(starter, TWIN, run__limit=2)
    (twin,) = (weight for weight in ablated(small).rules if weight.rule == TWIN)
    assert (twin.word, twin.spoke) == ("unclear", 0)
    assert twin.trials is not None


def test_without_a_run_from_before_silence_is_said_to_prove_little(known: Known) -> None:
    (never,) = (weight for weight in known.ablation.rules if weight.rule == NEVER)
    assert "no run without it is kept, so it may be silent because it is followed" in never.reason
    assert f"none of {known.ablation.decisions} recorded decisions" in never.reason


@pytest.mark.parametrize(("name", "says"), [("ab.hevy", f"did you mean `{HEAVY}`"), ("x.y", "use one of")])
def test_a_rule_that_is_not_in_force_is_refused(known: Known, name: str, says: str) -> None:
    with pytest.raises(NotFoundError, match=says):
        ablated(known.small, AblationRequest(only=(name,)))


def test_a_run_of_other_rules_is_refused(fresh: SmallRun) -> None:
    with_rules(fresh.session.workspace.repo, HEAVY)
    with pytest.raises(AceError, match="other rules"):
        ablated(under(fresh))


def test_a_run_of_must_pass_samples_is_refused(fresh: SmallRun) -> None:
    path = fresh.run.folder / "run.json"
    path.write_text(
        path.read_text(encoding="utf-8").replace('"split": "dev"', '"split": "must_pass"'), encoding="utf-8"
    )
    with pytest.raises(AceError, match="development samples only"):
        ablated(fresh)


def test_a_server_that_does_not_listen_is_found_out_first(fresh: SmallRun) -> None:
    flags = {"controller__kind": "openai", "controller__base_url": "http://127.0.0.1:9/v1", "controller__model": "m"}
    with pytest.raises(ModelUnavailableError, match="start the server"):
        ablated(under(fresh, **flags))


def test_a_run_of_another_arm_is_said_to_be_run_anew(fresh: SmallRun) -> None:
    ran: list[str] = []
    found = ablated(under(fresh, budgets__steps=13), AblationRequest(only=(WORDS,), limit=1), ran)
    assert "the side with all rules is run anew" in found.notes[0]
    assert len(ran) == 2


def test_rules_that_do_not_fit_the_prompt_are_named(starter: Path) -> None:
    small = run_with(starter, HEAVY, WORDS, run__limit=1, budgets__rules_tokens=60)
    dropped = {name for episode in small.run.episodes for name in episode.header.rules_dropped}
    assert dropped
    (note,) = ablated(small, AblationRequest(only=(SAFETY,))).notes
    assert "budgets.rules_tokens" in note
    assert all(name in note for name in dropped)
