"""Trial arms: episodes under one set of rules, kept so that an unchanged arm is never paid for twice."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from runtime.contracts.json_types import content_hash
from runtime.contracts.playbook import rules_hash
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode
from runtime.loop.run_batch import finished
from runtime.traces.read_events import read_episodes


@dataclass(frozen=True)
class ArmSpec:
    """What an arm's results depend on besides its samples. `settings` is a hash of everything else that counts."""

    settings: str
    rules: tuple[Rule, ...]
    seed: int
    trials: int
    concurrency: int
    commit: str = ""

    @property
    def key(self) -> str:
        """Name of the arm: equal for equal rules, controller, settings and seed."""
        return "a-" + content_hash([self.settings, rules_hash(self.rules), self.seed], 12)


@dataclass(frozen=True)
class ArmStore:
    """Where arms are kept. `known` are episodes of the same arm that were run elsewhere (a run of the same key)."""

    folder: Path
    known: Mapping[str, tuple[Episode, ...]] = field(default_factory=dict)
    progress: Callable[[Episode], None] | None = None


@dataclass
class Arm:
    """One arm under way: what is done, and how often each place was tried. A place is a sample id and a trial."""

    spec: ArmSpec
    path: Path
    done: dict[tuple[str, int], Episode]
    attempts: dict[tuple[str, int], int]


def read_arm(spec: ArmSpec, store: ArmStore) -> Arm:
    """Return the arm as the store holds it; infrastructure errors are not among what is done."""
    path = store.folder / f"{spec.key}.jsonl"
    done, attempts = finished(read_episodes(path).episodes if path.exists() else ())
    for place, episode in finished(store.known.get(spec.key, ()))[0].items():
        done.setdefault(place, episode)
    return Arm(spec, path, done, attempts)


def with_rules(spec: ArmSpec, rules: tuple[Rule, ...]) -> ArmSpec:
    """Return the same arm under other rules."""
    return replace(spec, rules=rules, commit="")
