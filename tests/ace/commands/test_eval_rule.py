"""`ace eval`: a rule on recorded decisions."""

from collections.abc import Callable
from pathlib import Path

import pytest

from analyzers.detectors.registry import rule_detectors, run_detectors
from tests.ace.conftest import SmallRun
from tests.conftest import Ran

Ace = Callable[..., Ran]
HINTS = "hints.one-level-at-a-time"


def ace_eval(ace: Ace, small: SmallRun, *arguments: str) -> Ran:
    return ace("eval", *arguments, "-C", str(small.session.workspace.repo))


def test_a_run_finds_what_the_rules_detector_finds(ace: Ace, small_run: SmallRun) -> None:
    rule = next(one for one in small_run.session.playbook().rules if one.id == HINTS)
    assert rule_detectors([rule])
    wanted = [one for one in run_detectors(small_run.run.episodes, [rule], ()).findings if one.rule == HINTS]
    assert wanted
    value = ace_eval(ace, small_run, HINTS, "latest", "--all", "--json").json
    found = value["first"]
    assert isinstance(found, list)
    assert {(one["episode"], one["step"]) for one in found} == {(one.episode, one.step) for one in wanted}
    assert value["episodes"] == len(small_run.run.episodes)
    text = ace_eval(ace, small_run, HINTS, small_run.run.record.run)
    assert (text.code, text.err) == (0, "")
    assert f"violated in {len({one.episode for one in wanted})} of {len(small_run.run.episodes)} episodes" in text.out


def test_an_episode_by_id_and_by_sample_and_a_draft(ace: Ace, copied_run: SmallRun) -> None:
    episode = next(one for one in copied_run.run.episodes if any(s.proposed for s in one.steps))
    ran = ace_eval(ace, copied_run, HINTS, episode.header.episode)
    assert ran.code == 0
    assert ran.out.count("\nstep ") == sum(step.proposed is not None for step in episode.steps)
    assert ace_eval(ace, copied_run, HINTS, episode.header.sample, "--json").json["episode"] == episode.header.episode
    path = Path("playbooks/tutor/hints/one-level-at-a-time.yaml")
    file = copied_run.session.workspace.repo / path
    file.write_text(file.read_text().replace("when: ", "when: false && "))
    value = ace_eval(ace, copied_run, str(path), "latest", "--json").json
    assert value["counts"] == {"silent": value["decisions"], "complies": 0, "violates": 0, "error": 0}


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        ((HINTS, "e-none"), 1, "no episode 'e-none'"),
        ((HINTS, "r-none"), 1, "no run 'r-none'"),
        ((HINTS, "a-none"), 1, "0 trial arms begin with 'a-none'"),
        (("hints.none", "latest"), 1, "no rule 'hints.none' on main"),
        (("nodot", "latest"), 1, "no rule 'nodot' on main"),
        ((HINTS,), 64, "EPISODE|RUN"),
        ((HINTS, ""), 64, "must not be empty"),
        (("style.short-turns", "latest"), 1, "there is nothing to evaluate"),
    ],
)
def test_bad_input_is_one_message(
    ace: Ace, small_run: SmallRun, arguments: tuple[str, ...], code: int, says: str
) -> None:
    ran = ace_eval(ace, small_run, *arguments)
    assert ran.code == code
    assert says in ran.err
    assert ran.out == ""


def test_a_rule_of_another_agent_is_told_apart(ace: Ace, copied_run: SmallRun) -> None:
    file = copied_run.session.workspace.repo / "playbooks/tutor/hints/one-level-at-a-time.yaml"
    file.write_text(file.read_text().replace("agent: tutor", "agent: inspector"))
    name = copied_run.run.episodes[0].header.episode
    assert "no episode is of agent inspector" in ace_eval(ace, copied_run, str(file), "latest").err
    assert "is of agent 'tutor'; rule hints.one-level-at-a-time" in ace_eval(ace, copied_run, str(file), name).err
