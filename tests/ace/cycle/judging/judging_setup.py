"""A bench over the small run, and judging the one draft that passes the screen there."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from ace.cycle.analyze_run import analyze
from ace.cycle.draft_changes import CheckedDraft, draft_changes
from ace.cycle.judge_drafts import judge_drafts
from ace.cycle.judging.bench import Bench
from ace.cycle.judging.judgement import JudgeHooks, Judgement
from runtime.contracts.rule import Rule
from runtime.contracts.sample import Sample
from runtime.rules.load_reviewed import injectable
from tests.ace.building import small_session
from tests.ace.conftest import SmallRun

WEB_ID = "tools.retrieve-before-web"


@dataclass
class Told:
    """Hooks that keep what they are told."""

    arms: list[tuple[str, int]] = field(default_factory=list)
    splits: list[str] = field(default_factory=list)

    @property
    def hooks(self) -> JudgeHooks:
        """The hooks."""
        return JudgeHooks(
            lambda name, count: self.arms.append((name, count)),
            lambda episode: self.splits.append(episode.header.split),
        )


@dataclass
class WrittenLedger:
    """Implements SealedLedger: some samples are spent, and uses are written down."""

    spent: frozenset[str] = frozenset()
    uses: list[tuple[str, str]] = field(default_factory=list)

    def usable(self, samples: Sequence[Sample], proposal: str) -> Sequence[Sample]:
        """Return those that are not spent."""
        return [sample for sample in samples if sample.id not in self.spent]

    def needed_e(self, proposal: str) -> float:
        """Return the plain bar."""
        return 20.0

    def used(self, proposal: str, samples: Sequence[Sample]) -> None:
        """Write each down."""
        self.uses += [(proposal, sample.id) for sample in samples]


def under(small: SmallRun, **gate: object) -> SmallRun:
    """Return the run under other settings of the gate."""
    flags = {f"gate__{name}": value for name, value in gate.items()}
    return SmallRun(small_session(small.session.workspace.repo, **flags), small.run)


def rules_of(small: SmallRun) -> tuple[Rule, ...]:
    """Return the rules in force."""
    return injectable(small.session.playbook(), "tutor")


def web_draft(small: SmallRun) -> CheckedDraft:
    """Return the draft that passes the screen."""
    rules = rules_of(small)
    analysis = analyze(small.run.episodes, rules, "major")
    drafted = draft_changes(small.session, analysis, small.run.episodes, small.session.playbook())
    return next(item for item in drafted.drafts if item.draft.rule_id == WEB_ID)


def judge_web(small: SmallRun, hooks: JudgeHooks | None = None, draft: CheckedDraft | None = None) -> Judgement:
    """Return the judgement of that draft, or of another."""
    drafts = (draft or web_draft(small),)
    return judge_drafts(small.session, small.run, rules_of(small), drafts, hooks or JudgeHooks())[0][0]


def bench_of(small: SmallRun, hooks: JudgeHooks | None = None) -> Bench:
    """Return a bench of the run."""
    session = small.session
    agent = session.build_agent(session.controller())
    return Bench(session, agent, small.run, rules_of(small), hooks or JudgeHooks())
