"""What can be set, with a default for everything."""

from typing import Literal

from pydantic import Field

from ace.config.cycle_settings import CycleSettings
from ace.config.forge_settings import ForgeSettings
from ace.config.rules_settings import RulesSettings
from ace.config.schedule_settings import DaemonSettings, NotifySettings, ScheduleSettings
from runtime.agents.own.settings import OwnAgentSettings
from runtime.contracts.rule import Verdict
from runtime.contracts.sample import Frozen
from runtime.control.settings import ControlSettings
from runtime.gates.settings import FixedGateSettings
from runtime.models.settings import ControllerSettings
from runtime.retrieval.settings import RetrievalSettings
from runtime.tools.settings import ToolSettings

CONFIG_NAME = "ace.yaml"
DEFAULT_AGENT = "tutor"


class RunSettings(Frozen):
    """How samples are run. `limit` caps the number of samples (None: all); `trials` is episodes a sample.

    `seed` None draws a fresh one for each run and records it, so that another night is new evidence.
    """

    limit: int | None = Field(default=None, ge=1)
    trials: int = Field(default=1, ge=1, le=20)
    seed: int | None = None
    concurrency: int = Field(default=4, ge=1, le=256)


class BudgetSettings(Frozen):
    """Hard ceilings of one episode."""

    steps: int = Field(default=14, ge=1)
    tool_calls: int = Field(default=6, ge=0)
    student_turns: int = Field(default=6, ge=1)
    context_tokens: int = Field(default=3500, ge=500)
    seconds: float | None = Field(default=600.0, gt=0)
    cost_usd: float | None = Field(default=None, gt=0)
    rules_tokens: int = Field(default=800, ge=50)


class CuratorSettings(Frozen):
    """Who drafts. kind "model" asks the model below (the controller's when none is given).

    `tokens` and `cost_usd` are ceilings of one drafting (prompt and completion together); `attempts`: how often the
    model is asked about one cluster, from the second time on with what was wrong. `wording` "condition": what a rule of
    the model says is made of its condition, and nothing it wrote reaches a prompt; "checked": its own words are taken
    where they pass the check. `words`: words they may then use besides plain English, the agent's own terms and those
    of the reviewed rules.
    """

    kind: Literal["heuristic", "model"] = "heuristic"
    model: ControllerSettings | None = None
    drafts: int = Field(default=5, ge=1, le=20)
    tokens: int = Field(default=60_000, ge=1000)
    cost_usd: float | None = Field(default=None, gt=0)
    attempts: int = Field(default=2, ge=1, le=5)
    wording: Literal["condition", "checked"] = "condition"
    words: tuple[str, ...] = ()


class GateSettings(Frozen):
    """How drafts are judged. `alpha` is the screen's level, shared by the drafts of one cycle.

    `profile`: "strict" screens on development samples, confirms on held-out ones, asks every guard and runs the
    control; "screening" screens and runs the must-pass samples; "advisory" tries at most 30 development samples. Only
    strict can confirm. `success_severity`: an episode with a finding of this severity or worse does not count as a
    success.

    Held-out cases are looked at in batches of `batch`, `most` in all; `sealed` False uses none, `sealed_limit` caps the
    samples. `must_pass_limit` caps the must-pass samples, spread over their cases. `control`: the same rule is run as a
    gate beside it (strict).

    After a confirmation a further batch of `estimate_batch` cases, where so many are left, says how large the change
    is; it has no part in the verdict. 0: none.

    A held-out sample serves `sealed_uses` confirmations, then its case is a development case. `vault_share` of the
    held-out cases serve none: `ace samples vault` scores them once a month. `renewed`: new held-out samples keep
    coming; each confirmation then asks for more the more of them were begun and the fewer accepted. False: none will
    come, so that each acceptance on them asks for more than the one before.

    A rule in force that a proposal brought is left out again every `retest_days` days (`ace cycle`, or by hand `ace
    ablate --due`), and its deletion drafted when the reverse e-value reaches 20. None: never.

    `max_calls`, `max_tokens`, `max_cost_usd`, `max_minutes` end a whole judging before the next few samples; what was
    run is kept, and judging again goes on from there. None: no ceiling.
    """

    profile: Literal["strict", "screening", "advisory"] = "strict"
    trials: int = Field(default=3, ge=1, le=20)
    alpha: float = Field(default=0.10, gt=0, lt=0.5)
    success_severity: Literal["major", "critical", "never"] = "major"
    sealed: bool = True
    sealed_limit: int | None = Field(default=None, ge=1)
    batch: int = Field(default=100, ge=1)
    most: int = Field(default=800, ge=1)
    estimate_batch: int = Field(default=100, ge=0)
    sealed_uses: int = Field(default=5, ge=1)
    vault_share: float = Field(default=0.0, ge=0, lt=1)
    renewed: bool = True
    must_pass_limit: int | None = Field(default=None, ge=1)
    control: bool = True
    retest_days: int | None = Field(default=30, ge=1)
    max_calls: int | None = Field(default=None, ge=1)
    max_tokens: int | None = Field(default=None, ge=1)
    max_cost_usd: float | None = Field(default=None, gt=0)
    max_minutes: float | None = Field(default=None, gt=0)


class ReviewSettings(Frozen):
    """What becomes a branch: verdicts that may, and how many may be open at once.

    `tidy`: a merge of rules that say the same, or the deletion of a rule that never spoke, answers no failure and
    should change nothing, so it is opened also when nothing shows that it had an effect, once `tidy_cases` cases were
    tried (at 60 the 95% interval of no change at all is 3.2 points either way); its first line says which verdict.
    `remote`: the git remote that proposals are pushed to, None: they stay here. `deleted_expires_days`: for so long a
    proposal whose branch was deleted, or whose request was closed, counts as rejected.
    """

    open: tuple[Verdict, ...] = ("confirmed", "promising")
    max_open: int = Field(default=5, ge=1)
    tidy: bool = True
    tidy_cases: int = Field(default=60, ge=1)
    author_name: str = Field(default="ace", pattern=r"^[^<>\x00-\x1f]+$")
    author_email: str = Field(default="ace@localhost", pattern=r"^[^<>\x00-\x20]+$")
    remote: str | None = Field(default=None, pattern=r"^[A-Za-z0-9_][A-Za-z0-9._/-]*$")
    deleted_expires_days: int = Field(default=90, ge=1, le=3650)

    @property
    def remote_name(self) -> str:
        """The remote whose branches count beside those here, and that decisions are sent to: `remote`, else origin."""
        return self.remote or "origin"


class AnalysisSettings(Frozen):
    """How failures are found and named.

    `detectors`: the project's own, each "package.module:function". `namer`: a model that words cluster names; it never
    decides what belongs to one. `judges`: rubric files whose question a model answers of each episode; `judge`: that
    model (the controller's when none is given).
    """

    detectors: tuple[str, ...] = ()
    namer: ControllerSettings | None = None
    judges: tuple[str, ...] = ()
    judge: ControllerSettings | None = None


class Settings(Frozen):
    """All of ace.yaml.

    `agent`: one that ships with ACE, or the name of the repository's own, which `own_agent` describes. `playbook`: the
    folder of its rules, `playbooks/<agent>` unless another is named.

    `samples`: folders from the repository's top that hold `<agent>/*.yaml`; `sealed_samples`: more of them, opened only
    where held-out samples are asked for; `knowledge`: folders of teaching cards; `shipped` stands for those that come
    with ACE.
    """

    schema_: Literal[1] = Field(default=1, alias="schema")
    agent: str = DEFAULT_AGENT
    own_agent: OwnAgentSettings | None = None
    playbook: str = Field(default_factory=lambda data: f"playbooks/{data.get('agent', DEFAULT_AGENT)}")
    branch: str | None = None
    samples: tuple[str, ...] = ("shipped",)
    sealed_samples: tuple[str, ...] = ()
    knowledge: tuple[str, ...] = ("shipped",)
    controller: ControllerSettings | None = None
    solver: ControllerSettings | None = None
    curator: CuratorSettings = CuratorSettings()
    run: RunSettings = RunSettings()
    budgets: BudgetSettings = BudgetSettings()
    analysis: AnalysisSettings = AnalysisSettings()
    gate: GateSettings = GateSettings()
    cycle: CycleSettings = CycleSettings()
    review: ReviewSettings = ReviewSettings()
    forge: ForgeSettings = ForgeSettings()
    rules: RulesSettings = RulesSettings()
    schedules: tuple[ScheduleSettings, ...] = ()
    daemon: DaemonSettings = DaemonSettings()
    notify: NotifySettings = NotifySettings()
    tools: ToolSettings = ToolSettings()
    retrieval: RetrievalSettings = RetrievalSettings()
    control: ControlSettings = ControlSettings()
    gates: FixedGateSettings = FixedGateSettings()
