"""One draft through the stages its profile asks for."""

from dataclasses import replace

import pytest

from ace.cycle.draft_changes import CheckedDraft
from ace.cycle.judging.bench import Bench
from ace.cycle.judging.judge_one import judge_one
from ace.evaluation.gate_rules import GateRules
from ace.evaluation.guards import COST, LATENCY, MUST_PASS, SLICES
from runtime.contracts.ports import EpisodeJob
from runtime.contracts.sample import Sample
from tests.ace.conftest import SmallProposal, SmallRun
from tests.ace.cycle.judging.judging_setup import Told, bench_of, judge_web, under, web_draft
from tests.ace.evaluation.scripted_agent import Ending, Script, ScriptedAgent, plain_samples


def test_the_strict_profile_asks_everything(small_proposal: SmallProposal) -> None:
    best = small_proposal.proposed.judgements[0]
    assert (best.profile, best.verdict, best.stopped) == ("strict", "promising", "")
    assert [guard.name for guard in best.guards] == [MUST_PASS, SLICES, COST, LATENCY]
    assert [look.cases for look in best.looks] == [6]
    assert best.estimate is not None
    assert {item.name for item in best.slices} >= {"level: novice", "modality: CT"}
    assert {item.status for item in best.slices} == {"too few to tell"}
    assert best.control is not None
    assert best.control.gate.n == 16
    assert best.control.gate.after >= best.control.prompt > best.control.gate.before
    assert best.control.obedience.violating < best.control.violating_without


def test_what_failed_the_screen_is_asked_nothing_more(small_proposal: SmallProposal) -> None:
    for judgement in small_proposal.proposed.judgements[1:]:
        assert (judgement.held_out, judgement.guards, judgement.slices, judgement.control) == (None, (), (), None)


def test_the_screening_profile_runs_must_pass_samples_and_no_held_out_one(copied_run: SmallRun) -> None:
    told = Told()
    judgement = judge_web(under(copied_run, profile="screening"), told.hooks)
    assert set(told.splits) == {"dev", "must_pass"}
    assert [guard.name for guard in judgement.guards] == [MUST_PASS]
    assert (judgement.verdict, judgement.held_out, judgement.control) == ("promising", None, None)


def test_the_advisory_profile_runs_development_samples_alone(copied_run: SmallRun) -> None:
    told = Told()
    judgement = judge_web(under(copied_run, profile="advisory"), told.hooks)
    assert set(told.splits) == {"dev"}
    assert (judgement.verdict, judgement.guards, judgement.control) == ("promising", (), None)
    assert "Profile advisory: at most 30 development samples were tried" in judgement.reason


@pytest.mark.parametrize(
    ("ceiling", "named"),
    [
        pytest.param({"max_calls": 1}, "1 model calls (gate.max_calls)", id="calls"),
        pytest.param({"max_tokens": 500}, "500 tokens (gate.max_tokens)", id="tokens"),
        pytest.param({"max_minutes": 1e-9}, "1e-09 minutes (gate.max_minutes)", id="minutes"),
    ],
)
def test_a_ceiling_is_named_and_what_was_run_is_kept(
    copied_run: SmallRun, ceiling: dict[str, object], named: str
) -> None:
    first, second = Told(), Told()
    stopped = judge_web(under(copied_run, **ceiling), first.hooks)
    assert (stopped.verdict, stopped.stopped) == ("insufficient evidence", named)
    assert stopped.reason.startswith(f"Judging stopped at the ceiling of {named}; what was run is kept")
    later = judge_web(copied_run, second.hooks)
    whole = 16 + 2 * 6 + 2 * 6 + 16
    assert (later.verdict, later.stopped) == ("promising", "")
    assert len(first.splits) + second.splits.count("dev") + second.splits.count("sealed") >= 16 + 12 + 16
    assert len(second.splits) <= whole + 8 * 6 - len(first.splits)


def test_without_the_control_no_gate_is_run(copied_run: SmallRun) -> None:
    told = Told()
    judgement = judge_web(under(copied_run, control=False, sealed=False), told.hooks)
    assert judgement.control is None
    assert not any("as a gate" in name for name, _ in told.arms)


class _Scripted:
    """A bench whose agent and samples are written down: `count` development and held-out cases, ten must-pass ones."""

    def __init__(self, small: SmallRun, count: int, held_out: int, draft: CheckedDraft) -> None:
        self.bench: Bench = bench_of(small)
        self.bench.dev, self.bench.removed = plain_samples(count), ()
        self.bench.sealed = tuple(s.model_copy(update={"id": f"h{s.id}"}) for s in plain_samples(held_out, "sealed"))
        self.bench.must_pass = tuple(s.model_copy(update={"id": f"m{s.id}"}) for s in plain_samples(10, "must_pass"))
        self.bench.gate = self.bench.gate.model_copy(update={"sealed_limit": None, "must_pass_limit": None})
        self.bench.rules = GateRules(batch=50)
        self.draft = draft

    def is_before(self, job: EpisodeJob) -> bool:
        bench = self.bench
        return job.run in {bench.base.key, bench.sealed_base.key, bench.must_pass_base.key}

    def plays(self, script: Script) -> "_Scripted":
        self.bench.agent = ScriptedAgent(script)
        return self


def _better(scripted: _Scripted, must_pass: Ending = "solved", held_out: Ending = "solved") -> Script:
    """Return a script: before, every third development and held-out case fails; after, none does."""

    def script(sample: Sample, job: EpisodeJob, times: int) -> Ending:
        if sample.split == "must_pass":
            return "solved" if scripted.is_before(job) or sample.id != "ms03" else must_pass
        is_hard = int(sample.id.lstrip("hs")) % 3 == 0
        if scripted.is_before(job):
            return "failed" if is_hard else "solved"
        return held_out if sample.split == "sealed" and is_hard else "solved"

    return script


async def test_enough_held_out_cases_confirm(copied_run: SmallRun) -> None:
    scripted = _Scripted(copied_run, 30, 150, web_draft(copied_run))
    scripted.plays(_better(scripted))
    judgement = await judge_one(scripted.bench, scripted.draft, 1)
    assert judgement.verdict == "confirmed"
    # Under 100 cases nothing is settled; with the second batch it is, and the third is never run.
    assert [(look.cases, look.step) for look in judgement.looks] == [(50, "go on"), (100, "confirmed")]
    assert judgement.held_out is not None
    assert judgement.held_out.cases == 100
    assert {guard.name: guard.status for guard in judgement.guards} == {
        MUST_PASS: "held",
        SLICES: "not measured",
        COST: "held",
        LATENCY: "not measured",
    }


async def test_fewer_held_out_cases_than_a_hundred_never_confirm(copied_run: SmallRun) -> None:
    scripted = _Scripted(copied_run, 30, 99, web_draft(copied_run))
    scripted.plays(_better(scripted))
    judgement = await judge_one(scripted.bench, scripted.draft, 1)
    assert judgement.verdict == "promising"
    assert "There were only 99 cases, fewer than the 100 a confirmation needs" in judgement.reason


async def test_without_held_out_samples_it_stays_promising(copied_run: SmallRun) -> None:
    scripted = _Scripted(copied_run, 30, 0, web_draft(copied_run))
    scripted.plays(_better(scripted))
    judgement = await judge_one(scripted.bench, scripted.draft, 1)
    assert (judgement.verdict, judgement.held_out, judgement.e_value) == ("promising", None, None)
    assert judgement.reason.endswith("No held-out sample could serve, so it stays promising.")


async def test_a_broken_must_pass_sample_is_harm_whatever_else_was_confirmed(copied_run: SmallRun) -> None:
    scripted = _Scripted(copied_run, 30, 150, web_draft(copied_run))
    scripted.plays(_better(scripted, must_pass="failed"))
    judgement = await judge_one(scripted.bench, scripted.draft, 1)
    assert judgement.verdict == "harmful"
    assert judgement.reason.startswith(
        "Guard failed: must-pass samples. 1 of 10 broken: ms03 (passed before, fails after)."
    )
    assert judgement.control is None


async def test_held_out_cases_can_overrule_the_screen(copied_run: SmallRun) -> None:
    scripted = _Scripted(copied_run, 30, 250, web_draft(copied_run))

    def script(sample: Sample, job: EpisodeJob, times: int) -> Ending:
        if sample.split == "sealed":
            return "solved"
        return _better(scripted)(sample, job, times)

    judgement = await judge_one(scripted.plays(script).bench, scripted.draft, 1)
    assert judgement.verdict == "no effect"
    assert [look.step for look in judgement.looks] == ["go on", "go on", "go on", "futile"]
    assert judgement.guards == ()


@pytest.mark.parametrize(
    ("script", "verdict"),
    [
        pytest.param(lambda sample, job, times: "solved", "no effect", id="all ties"),
        pytest.param(lambda sample, job, times: "error", "undecided: infrastructure", id="all errors"),
    ],
)
async def test_nothing_to_go_by_has_a_named_verdict(copied_run: SmallRun, script: Script, verdict: str) -> None:
    scripted = _Scripted(copied_run, 30, 150, web_draft(copied_run)).plays(script)
    judgement = await judge_one(scripted.bench, scripted.draft, 1)
    assert (judgement.verdict, judgement.held_out, judgement.guards) == (verdict, None, ())


async def test_errors_on_held_out_samples_end_the_looking(copied_run: SmallRun) -> None:
    scripted = _Scripted(copied_run, 30, 150, web_draft(copied_run))
    agent = scripted.plays(_better(scripted, held_out="error")).bench.agent
    judgement = await judge_one(scripted.bench, scripted.draft, 1)
    assert judgement.verdict == "undecided: infrastructure"
    assert len(judgement.looks) == 1
    assert isinstance(agent, ScriptedAgent)
    assert not any(sample.startswith("ms") for _, sample, _ in agent.ran)


async def test_tidying_that_breaks_a_must_pass_sample_is_harm(copied_run: SmallRun) -> None:
    """A deletion that answers no failure may be opened without an effect, so it is asked this guard all the same."""
    web = web_draft(copied_run)
    deletion = replace(web, draft=replace(web.draft, op="delete", after=None, cluster=None))
    scripted = _Scripted(copied_run, 30, 150, deletion)

    def script(sample: Sample, job: EpisodeJob, times: int) -> Ending:
        return "failed" if sample.id == "ms03" and not scripted.is_before(job) else "solved"

    judgement = await judge_one(scripted.plays(script).bench, scripted.draft, 1)
    assert (judgement.verdict, [guard.name for guard in judgement.guards]) == ("harmful", [MUST_PASS])
    held = await judge_one(
        scripted.plays(lambda *_: "solved").bench,
        replace(deletion, draft=replace(deletion.draft, rule_id="hints.one-level-at-a-time")),
        1,
    )
    assert (held.verdict, [guard.status for guard in held.guards]) == ("no effect", ["held"])
