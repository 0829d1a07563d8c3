"""One draft through the stages its profile asks for."""

from dataclasses import replace

import pytest

from ace.cycle.draft_changes import CheckedDraft
from ace.cycle.judging.bench import Bench
from ace.cycle.judging.judge_one import judge_one
from ace.cycle.judging.judgement import JudgeHooks
from ace.evaluation.estimate import BY_FURTHER_BATCH, BY_LOOKS
from ace.evaluation.gate_rules import GateRules
from ace.evaluation.guards import COST, LATENCY, MUST_PASS, SLICES
from runtime.contracts.ports import EpisodeJob
from runtime.contracts.sample import Sample
from tests.ace.conftest import SmallProposal, SmallRun
from tests.ace.cycle.judging.judging_setup import Told, WrittenLedger, bench_of, judge_web, under, web_draft
from tests.ace.evaluation.scripted_agent import Ending, Script, ScriptedAgent, plain_samples


def test_the_strict_profile_asks_everything(wide_proposal: SmallProposal) -> None:
    best = wide_proposal.proposed.judgements[0]
    assert (best.profile, best.verdict, best.stopped) == ("strict", "confirmed", "")
    assert [guard.name for guard in best.guards] == [MUST_PASS, SLICES, COST, LATENCY]
    assert [look.cases for look in best.looks] == [100]
    assert best.estimate is not None
    assert (best.estimate_cases, best.estimate.method) == (20, BY_FURTHER_BATCH)
    assert {item.name for item in best.slices} >= {"level: novice", "modality: CT"}
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
        pytest.param({"max_calls": 1}, "1 model calls (--max-calls)", id="calls"),
        pytest.param({"max_tokens": 500}, "500 tokens (--max-tokens)", id="tokens"),
        pytest.param({"max_minutes": 1e-9}, "1e-09 minutes (--max-minutes)", id="minutes"),
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
    whole = 16 + 2 * 6 + 16
    assert (later.verdict, later.stopped) == ("promising", "")
    assert len(first.splits) + second.splits.count("dev") >= 16 + 16
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
    # 50 cases are left, and an estimate takes 100.
    assert (judgement.estimate_cases, judgement.estimate and judgement.estimate.method) == (0, BY_LOOKS)
    assert judgement.held_out is not None
    assert judgement.held_out.cases == 100
    assert {guard.name: guard.status for guard in judgement.guards} == {
        MUST_PASS: "held",
        SLICES: "not measured",
        COST: "held",
        LATENCY: "not measured",
    }


async def test_fewer_held_out_cases_than_a_hundred_never_confirm(copied_run: SmallRun) -> None:
    """None of them is run, and none counted: they may serve once there are enough."""
    scripted = _Scripted(copied_run, 30, 99, web_draft(copied_run))
    ledger = WrittenLedger()
    scripted.bench.hooks = JudgeHooks(ledger=ledger)
    agent = scripted.plays(_better(scripted)).bench.agent
    judgement = await judge_one(scripted.bench, scripted.draft, 1)
    assert (judgement.verdict, judgement.looks, ledger.uses) == ("promising", (), [])
    assert (
        "No held-out sample was run, so it stays promising: 99 held-out (sealed) cases may be used, and a confirmation "
        "needs at least 100: import 1 more case (`ace samples import --help`), or write them with `split: sealed`."
    ) in judgement.reason
    assert isinstance(agent, ScriptedAgent)
    assert not any(sample.startswith("hs") for _, sample, _ in agent.ran)


@pytest.mark.parametrize(
    ("left", "asked", "method"),
    [
        pytest.param(60, 60, BY_FURTHER_BATCH, id="as many as asked for"),
        pytest.param(59, 60, BY_LOOKS, id="one too few"),
        pytest.param(60, 0, BY_LOOKS, id="switched off"),
    ],
)
async def test_a_further_batch_says_how_large_a_confirmed_change_is(
    left: int, asked: int, method: str, copied_run: SmallRun
) -> None:
    scripted = _Scripted(copied_run, 30, 100 + left, web_draft(copied_run))
    bench, ledger = scripted.bench, WrittenLedger()
    bench.gate = bench.gate.model_copy(update={"estimate_batch": asked})
    bench.hooks = JudgeHooks(ledger=ledger)
    scripted.plays(_better(scripted))
    judgement = await judge_one(bench, scripted.draft, 1)
    assert judgement.verdict == "confirmed"
    assert judgement.estimate is not None
    assert judgement.estimate.method == method
    is_further = method == BY_FURTHER_BATCH
    # It has no part in the verdict, and is counted in the ledger all the same.
    assert judgement.held_out is not None
    assert (judgement.held_out.cases, judgement.estimate_cases) == (100, asked if is_further else 0)
    assert len({sample for _, sample in ledger.uses}) == (160 if is_further else 100)


@pytest.mark.parametrize("ending", ["failed", "error"], ids=["it all fails there", "errors"])
async def test_what_the_further_batch_says_changes_no_verdict(ending: Ending, copied_run: SmallRun) -> None:
    scripted = _Scripted(copied_run, 30, 200, web_draft(copied_run))
    better, looked_at = _better(scripted), set[str]()

    def script(sample: Sample, job: EpisodeJob, times: int) -> Ending:
        if sample.split == "sealed" and len(looked_at | {sample.id}) > 100:
            return "failed" if scripted.is_before(job) else ending
        if sample.split == "sealed":
            looked_at.add(sample.id)
        return better(sample, job, times)

    judgement = await judge_one(scripted.plays(script).bench, scripted.draft, 1)
    assert (judgement.verdict, len(judgement.looks)) == ("confirmed", 2)
    assert judgement.estimate is not None
    assert judgement.estimate.method == (BY_FURTHER_BATCH if ending == "failed" else BY_LOOKS)


async def test_the_ledger_says_what_a_confirmation_needs(copied_run: SmallRun) -> None:
    class Demanding(WrittenLedger):
        def needed_e(self, proposal: str) -> float:
            return 1e30

    scripted = _Scripted(copied_run, 30, 150, web_draft(copied_run))
    scripted.bench.hooks = JudgeHooks(ledger=Demanding())
    scripted.plays(_better(scripted))
    judgement = await judge_one(scripted.bench, scripted.draft, 1)
    assert (judgement.verdict, len(judgement.looks)) == ("promising", 3)
    assert "under the 1e+30 a confirmation needs" in judgement.reason


async def test_without_held_out_samples_it_stays_promising(copied_run: SmallRun) -> None:
    scripted = _Scripted(copied_run, 30, 0, web_draft(copied_run))
    scripted.plays(_better(scripted))
    judgement = await judge_one(scripted.bench, scripted.draft, 1)
    assert (judgement.verdict, judgement.held_out, judgement.e_value) == ("promising", None, None)
    assert (
        "No held-out sample was run, so it stays promising: 0 held-out (sealed) cases may be used" in judgement.reason
    )


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
    ("script", "verdict", "said"),
    [
        pytest.param(lambda sample, job, times: "solved", "no effect", "", id="all ties"),
        pytest.param(
            lambda sample, job, times: "error",
            "undecided: infrastructure",
            "After 6 errors in a row the rest was not run; the last: ServerError: no answer from the model. Judging "
            "again goes on.",
            id="all errors",
        ),
    ],
)
async def test_nothing_to_go_by_has_a_named_verdict(
    copied_run: SmallRun, script: Script, verdict: str, said: str
) -> None:
    scripted = _Scripted(copied_run, 30, 150, web_draft(copied_run)).plays(script)
    judgement = await judge_one(scripted.bench, scripted.draft, 1)
    assert (judgement.verdict, judgement.held_out, judgement.guards) == (verdict, None, ())
    assert said in judgement.reason
    assert ("errors in a row" in judgement.reason) == bool(said)


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
