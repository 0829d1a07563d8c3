"""The one place that constructs things: workspace, settings, models and agent from a folder and the environment."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import runtime
from ace.agents import NoModel, check_tool_names, configured_agent, fields_by_agent, known_agents, own_agent_hash
from ace.bundle.rules_place import bundle_workspace, from_place
from ace.clock import SystemClock
from ace.config.load import load_config
from ace.config.settings import CONFIG_NAME, Settings
from ace.errors import ConfigError, NoRepositoryError, WorkspaceError
from ace.file_hashes import CODE, TEXT, folder_hash, images_hash
from ace.model_memory import ModelMemory
from ace.paths import expanded, shipped
from ace.workspace import Workspace, open_workspace
from runtime.agents.agent_setup import AgentSetup
from runtime.agents.registry import AgentSpec
from runtime.contracts.condition_context import ContextField
from runtime.contracts.json_types import content_hash
from runtime.contracts.playbook import Playbook
from runtime.contracts.ports import AgentUnderTest, Clock, Controller
from runtime.contracts.rule import Rule
from runtime.contracts.sample import Sample, SampleRef, Split
from runtime.contracts.state import Budgets
from runtime.contracts.trace_event import ControllerInfo
from runtime.control.settings import ControlSettings
from runtime.models.registry import build_controller
from runtime.models.settings import ControllerSettings
from runtime.retrieval.settings import RetrievalSettings
from runtime.rules.load_reviewed import injectable, load_reviewed
from runtime.tools.settings import ToolSettings


@dataclass(frozen=True)
class Session:
    """One command's view of a repository. `memory`: what counts and keeps its models' answers, if anything does."""

    workspace: Workspace
    settings: Settings
    origins: Mapping[str, str]
    environ: Mapping[str, str]
    clock: Clock
    agent: AgentSpec
    memory: ModelMemory | None = None

    @property
    def branch(self) -> str:
        """The reviewed branch; never one under ace/ (the order is default_branch's).

        Raises: WorkspaceError where rules come from a bundle; NoBaseError.
        """
        from ace.review.git_refs import default_branch

        refuse_bundle(self, "what works on the reviewed branch")
        return default_branch(self.workspace.repo, self.settings.branch)

    @property
    def rules_from(self) -> str:
        """Where the reviewed rules come from, for messages: a branch's name, or a bundle's. Raises: NoBaseError."""
        bundle = self.settings.rules.bundle
        return self.branch if bundle is None else f"bundle {bundle.name}"

    @property
    def agents(self) -> Mapping[str, AgentSpec]:
        """The agents that are known here, by name: those that ship with ACE, and the repository's own."""
        return known_agents(self.settings, self.workspace.repo, self.environ)

    @property
    def fields(self) -> dict[str, tuple[ContextField, ...]]:
        """What conditions of each known agent's rules may read."""
        return fields_by_agent(self.agents)

    def playbook(self) -> Playbook:
        """Return the reviewed rules. Raises: RuleError when one cannot be used, for then none is injected."""
        from ace.review.git_refs import branch_tip

        fields = self.fields
        if self.settings.rules.bundle is not None:
            from ace.bundle.bundled_rules import bundled_playbook

            return bundled_playbook(self.settings.rules, self.settings.agent, fields)
        tip = branch_tip(self.workspace.repo, self.branch)
        return load_reviewed(self.workspace.repo, tip, self.settings.playbook, fields)

    def rules_for(self, agents: Iterable[str]) -> tuple[Rule, ...]:
        """Return the reviewed rules that can be checked in episodes of `agents`.

        None, and no playbook is needed, where the configured agent is not among them. Raises: as `playbook`.
        """
        agent = self.settings.agent
        return tuple(injectable(self.playbook(), agent)) if agent in agents else ()

    def samples(self, *splits: Split) -> tuple[tuple[Sample, ...], tuple[SampleRef, ...]]:
        """Return the samples of `splits`, and what could not be read.

        Folders of held-out samples are opened only where `splits` names them.
        """
        folders = [self._folder(name, "samples") for name in self.settings.samples]
        if "sealed" in splits:
            folders += [self._folder(name, "sealed_samples") for name in self.settings.sealed_samples]
        loaded = self.agent.load(folders, frozenset(splits), self.workspace.repo)
        return loaded.samples, loaded.problems

    def controller_settings(self) -> ControllerSettings:
        """Return the controller's settings. Raises: ConfigError when none is configured."""
        if self.settings.controller is None:
            raise ConfigError(
                "no controller is configured: set `controller` in ace.yaml, or ACE_BASE_URL and ACE_MODEL, or give "
                "--base-url and --model; `--controller simulated` needs no model (and proves nothing about one)"
            )
        return self.settings.controller

    def asked_settings(self) -> tuple[ControllerSettings, ...]:
        """Return the settings of every model an episode asks: the controller's, the solver's where it has its own.

        None for an agent that brings its own model.
        """
        if self.agent.has_own_model:
            return ()
        solver = self.settings.solver
        return (self.controller_settings(), *([solver] if solver else []))

    def controller(self) -> Controller:
        """Return the controller."""
        return self._model(self.controller_settings())

    def curator_model(self) -> Controller:
        """Return the model that drafts: the curator's own, else the controller's."""
        chosen = self.settings.curator.model or self.controller_settings()
        if chosen.kind == "simulated":
            raise ConfigError("curator.kind is model, but the model is simulated: it can only play the agent")
        return self._model(chosen)

    def _model(self, chosen: ControllerSettings) -> Controller:
        built = build_controller(self._paths(chosen), self.environ)
        return built if self.memory is None else self.memory.controller(built, chosen)

    def who_decides(self) -> ControllerInfo:
        """Return who decides in an agent that brings its own model; nothing is imported, started or asked."""
        from runtime.agents.own.own_agent_spec import own_agent_info

        assert self.settings.own_agent is not None, "no shipped agent brings its own model"
        return own_agent_info(self.settings.agent, self.settings.own_agent)

    def build_agent(self, controller: Controller | None = None) -> AgentUnderTest:
        """Return the agent under `controller`, the configured one unless given (and the solver's own model).

        An agent that brings its own model needs none. Raises: ConfigError, ModelError; as the agent's builder.
        """
        from runtime.artifacts.store import FileArtifactStore

        if controller is None:
            controller = NoModel(self.who_decides()) if self.agent.has_own_model else self.controller()
        solver = None if self.agent.has_own_model else self.settings.solver
        budgets = self.settings.budgets
        built = self.agent.build(
            AgentSetup(
                controller=controller,
                solver=self._model(solver) if solver else controller,
                artifacts=FileArtifactStore(self.workspace.artifacts),
                clock=self.clock,
                base=self.workspace.repo,
                knowledge=self.knowledge_folders(),
                budgets=Budgets(
                    steps=budgets.steps,
                    tool_calls=budgets.tool_calls,
                    student_turns=budgets.student_turns,
                    context_tokens=budgets.context_tokens,
                    seconds=budgets.seconds,
                    cost_usd=budgets.cost_usd,
                ),
                rules_tokens=budgets.rules_tokens,
                controller_image_px=_image_px(self.settings.controller),
                solver_image_px=_image_px(solver or self.settings.controller),
                tools=self.tool_settings(),
                retrieval=self.retrieval_settings(),
                control=self.control_settings(),
                gates=self.settings.gates,
            )
        )
        return built if self.memory is None else self.memory.agent(built, brings_model=self.agent.has_own_model)

    def knowledge_folders(self) -> tuple[Path, ...]:
        """Return the folders the local index is made of. Raises: ConfigError for one that does not exist."""
        return tuple(self._folder(name, "knowledge") for name in self.settings.knowledge)

    def tool_settings(self) -> ToolSettings:
        """Return the tools' settings, paths absolute. Raises: ConfigError when they name a tool that is not there."""
        tools = self.settings.tools
        check_tool_names("tools.timeouts_s", tools.timeouts_s, self.agent)
        models = None if tools.models is None else self.workspace.repo / expanded(tools.models, "tools.models")
        describer = None if tools.describer is None else self._paths(tools.describer)
        chosen = tools.references or self.settings.samples
        # Only what exists: a folder that is missing is the samples' problem, which is reported there.
        references = tuple(shipped("samples") if name == "shipped" else self.workspace.repo / name for name in chosen)
        return tools.model_copy(update={"models": models, "describer": describer, "references": references})

    def retrieval_settings(self) -> RetrievalSettings:
        """Return the index's settings; built indexes are kept in the user's cache unless another folder is named."""
        chosen = self.settings.retrieval
        folder = None if chosen.folder is None else self.workspace.repo / expanded(chosen.folder, "retrieval.folder")
        return chosen.model_copy(update={"folder": folder})

    def control_settings(self) -> ControlSettings:
        """Return the control plane's settings; pending calls are kept beside runs unless another folder is named.

        Raises: ConfigError when it names a tool that is not there.
        """
        check_tool_names("control.tools", self.settings.control.tools, self.agent)
        chosen = self.settings.control
        folder = self.workspace.state / "calls" if chosen.folder is None else self.workspace.repo / chosen.folder
        return chosen.model_copy(update={"folder": folder})

    def arm_settings(self, samples: tuple[Sample, ...]) -> str:
        """Return a hash of all that a trial's result depends on besides rules and seed."""
        chosen: object = own_agent_hash(self.settings, self.workspace.repo)
        if not self.agent.has_own_model:
            chosen = self.controller_settings().model_dump(mode="json", exclude={"record", "concurrency", "retries"})
        solver = self.settings.solver.model_dump(mode="json") if self.settings.solver else None
        content = content_hash(sorted(content_hash(sample.model_dump(mode="json")) for sample in samples))
        budgets = self.settings.budgets.model_dump(mode="json")
        knowledge = [folder_hash(folder, TEXT) for folder in self.knowledge_folders()]
        # Prompts, gates and tools are part of what a trial depends on.
        ours = folder_hash(Path(runtime.__file__).parent, CODE)
        parts = [
            section.model_dump(mode="json", exclude={"folder", "workers"})
            for section in (self.settings.tools, self.settings.retrieval, self.settings.control, self.settings.gates)
        ]
        images = images_hash(self.workspace.repo, samples)
        # A tool that is missing or stood in for gives other results than the real one.
        tools = {name: list(ready) for name, (_, ready) in self.agent.tools(self.tool_settings()).items()}
        everything = [ours, self.settings.agent, chosen, solver, budgets, knowledge, content, parts, images, tools]
        return content_hash(everything, 16)

    def _folder(self, name: str, kind: str) -> Path:
        if name == "shipped":
            return shipped("samples") / "knowledge" if kind == "knowledge" else shipped("samples")
        folder = self.workspace.repo / name
        if not folder.is_dir():
            raise ConfigError(f"{folder}: no such folder (from `{kind}` in ace.yaml); create it or write `shipped`")
        return folder

    def _paths(self, settings: ControllerSettings) -> ControllerSettings:
        changes: dict[str, object] = {
            name: self.workspace.repo / path
            for name in ("cassette", "script", "record")
            if (path := getattr(settings, name)) is not None
        }
        if settings.kind == "local":
            changes["model"] = str(self.workspace.repo / expanded(Path(settings.model), "model"))
        return settings.model_copy(update=changes)


def _image_px(settings: ControllerSettings | None) -> int:
    return settings.shown_image_px if settings else 0


def open_session(folder: Path, environ: Mapping[str, str], flags: Mapping[str, object]) -> Session:
    """Return the session of the repository `folder` is in; of `folder` itself where rules come from a bundle.

    Raises: WorkspaceError, ConfigError.
    """
    try:
        workspace: Workspace | None = open_workspace(folder)
    except NoRepositoryError as exc:
        if load_config(folder, environ, flags).settings.rules.bundle is None:
            remedy = "or take rules from a bundle (`ace bundle`): ACE_BUNDLE, or `rules: {bundle: FILE}` in ace.yaml"
            raise NoRepositoryError(f"{exc}; {remedy}") from exc
        workspace = None
    top = workspace.repo if workspace is not None else folder.resolve()
    loaded = load_config(top, environ, flags)
    settings = loaded.settings.model_copy(update={"rules": from_place(loaded.settings.rules, loaded.origins, top)})
    return Session(
        workspace=workspace or bundle_workspace(top, settings.rules, environ),
        settings=settings,
        origins=loaded.origins,
        environ=environ,
        clock=SystemClock(),
        agent=configured_agent(settings, top, environ),
    )


def refuse_bundle(session: Session, what: str) -> None:
    """Raise WorkspaceError where rules come from a bundle, for `what` works on a repository's reviewed branch."""
    rules = session.settings.rules
    if rules.bundle is not None:
        origin = session.origins.get("rules.bundle", CONFIG_NAME)
        raise WorkspaceError(
            f"rules come from the bundle {rules.bundle} here (rules.bundle, {origin}): {what} needs the git repository "
            "that they are reviewed in; do it there, without a bundle"
        )


def with_settings(session: Session, settings: Settings) -> Session:
    """Return the session under other settings."""
    return replace(session, settings=settings)
