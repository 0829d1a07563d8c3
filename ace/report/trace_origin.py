"""What a recorded episode was made under, found again: its rules, its sample, and what of it cannot be had any more."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from ace.report.trace_fields import keeps_own_prompts
from ace.session import Session
from runtime.artifacts.store import FileArtifactStore
from runtime.contracts.errors import RuntimeFault, TraceError
from runtime.contracts.json_types import canonical_json, content_hash
from runtime.contracts.rule import Rule
from runtime.contracts.sample import TutorSample
from runtime.contracts.tool_call import ToolSpec
from runtime.contracts.trace_event import Episode
from runtime.loop.replay import setup_of
from runtime.loop.replay_setup import Setup, load_sample
from runtime.rules.load_reviewed import injectable, load_reviewed


@dataclass(frozen=True)
class Origin:
    """An episode's rules, sample and set-up. `missing` says what is not to be had, `changed` what is not as it was.

    `rules_from` says where the rules were found.
    """

    setup: Setup | None
    rules: tuple[Rule, ...] | None
    rules_from: str
    sample: TutorSample | None
    missing: tuple[str, ...]
    changed: tuple[str, ...]


@dataclass
class Origins:
    """Finds origins; samples and playbooks are read once for many episodes."""

    session: Session
    _samples: Mapping[str, TutorSample] | None = None
    _playbooks: dict[str, tuple[Rule, ...] | str] = field(default_factory=dict)
    _specs: Mapping[str, ToolSpec] | None = None
    _setups: dict[str, tuple[Setup | None, tuple[str, ...]]] = field(default_factory=dict)

    @property
    def artifacts(self) -> FileArtifactStore:
        """The store that set-ups and tool results are in."""
        return FileArtifactStore(self.session.workspace.artifacts)

    def of(self, episode: Episode) -> Origin:
        """Return what `episode` was made under."""
        header = episode.header
        if header.imported:
            return Origin(None, (), "none: another program recorded this", None, (), ())
        setup, changed_tools = self._setup(episode)
        missing: list[str] = []
        changed: list[str] = []
        if header.setup and setup is None:
            missing.append(f"the kept set-up {header.setup} is not in {self.artifacts.root}")
        rules, rules_from = self._rules(episode, setup)
        if rules is None:
            missing.append(rules_from)
        sample = self._kept_sample(header.sample_sha256) or self._by_id().get(header.sample)
        if sample is None:
            missing += self._without_sample(episode)
        elif header.sample_sha256 and content_hash(sample.model_dump(mode="json")) != header.sample_sha256:
            changed.append(f"sample {header.sample} has changed since this was recorded")
        changed += changed_tools
        return Origin(setup, rules, rules_from if rules is not None else "", sample, tuple(missing), tuple(changed))

    def _without_sample(self, episode: Episode) -> list[str]:
        # Where prompts are not made again, no sample is missing to make them from.
        if self.session.agent.has_own_model or keeps_own_prompts(episode):
            return []
        return [f"sample {episode.header.sample} was not kept with this episode and is not among the samples now"]

    def _setup(self, episode: Episode) -> tuple[Setup | None, tuple[str, ...]]:
        """Return the set-up, which most episodes of a run share, and which of its tools are declared otherwise now."""
        ref = episode.header.setup
        if ref not in self._setups:
            setup = setup_of(episode, self.artifacts)
            self._setups[ref] = setup, () if setup is None else tuple(self._changed_tools(setup))
        return self._setups[ref]

    def _kept_sample(self, sample_sha256: str) -> TutorSample | None:
        try:
            return load_sample(sample_sha256, self.artifacts) if sample_sha256 else None
        except TraceError:
            return None

    def is_sample_changed(self, sample: TutorSample) -> bool:
        """True when the sample of this id is another one now; one that is not among the samples was not changed."""
        now = self._by_id().get(sample.id)
        return now is not None and now != sample

    def _rules(self, episode: Episode, setup: Setup | None) -> tuple[tuple[Rule, ...] | None, str]:
        header = episode.header
        if setup is not None:
            return setup.rules, "kept with the episode"
        if not header.rules and not header.rules_dropped:
            return (), "none were injected"
        if not header.playbook_commit:
            return None, "the rules of a trial arm are on no commit, and were not kept with this episode"
        rules = self._playbook(header.playbook_commit)
        if isinstance(rules, str):
            return None, rules
        found = {rule.id: rule.fingerprint()[:16] for rule in rules}
        absent = [name for name, print_ in header.rules.items() if found.get(name) != print_]
        if absent:
            return None, f"rule {absent[0]} at commit {header.playbook_commit[:12]} is not the one that was injected"
        return rules, f"the playbook at {header.playbook_commit[:12]}"

    def _playbook(self, commit: str) -> tuple[Rule, ...] | str:
        if commit not in self._playbooks:
            session = self.session
            try:
                playbook = load_reviewed(session.workspace.repo, commit, session.settings.playbook)
                self._playbooks[commit] = injectable(playbook, session.settings.agent)
            except RuntimeFault as exc:
                self._playbooks[commit] = f"the rules at commit {commit[:12]} cannot be read: {exc}"
        return self._playbooks[commit]

    def _by_id(self) -> Mapping[str, TutorSample]:
        if self._samples is None:
            found, _ = self.session.samples("dev", "sealed", "must_pass")
            self._samples = {sample.id: sample for sample in found if isinstance(sample, TutorSample)}
        return self._samples

    def specs(self) -> Mapping[str, ToolSpec]:
        """Return the tools as they are declared now."""
        if self._specs is None:
            listed = self.session.agent.tools(self.session.tool_settings())
            self._specs = {name: spec for name, (spec, _) in listed.items()}
        return self._specs

    def _changed_tools(self, setup: Setup) -> list[str]:
        now = {name: canonical_json(asdict(spec)) for name, spec in self.specs().items()}
        then = {spec.name: canonical_json(asdict(spec)) for spec in setup.tools}
        differ = [name for name in dict.fromkeys([*then, *now]) if now.get(name) != then.get(name)]
        return [f"tools declared otherwise now: {', '.join(differ)}"] if differ else []
