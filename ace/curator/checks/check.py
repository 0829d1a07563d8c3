"""What every check shares: its outcome, what it looks at, and the bars."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ace.curator.checks.decision_verdicts import DecisionVerdicts
from ace.curator.wording.vocabulary import Vocabulary
from ace.rejections.rejection import Rejection
from analyzers.clusters.text_vectors import Embedding
from runtime.contracts.condition_context import ContextField
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode

MIN_FAILURES = 3
MIN_SAMPLES = 2
MIN_TRUE_FIRING = 0.80
MAX_FALSE_FIRING = 0.05
# Of the cited steps, with a decision that could be read.
MIN_DECIDED = 0.5
MAX_SOURCE_SHARE = 1 / 3
# Samples are the repository's own; a source outside them may be one stranger saying the same thing many times.
OWN_SOURCE = "samples"
# A rule counts as dead only after so much silence.
DEAD_AFTER_DECISIONS = 400
DEAD_AFTER_EPISODES = 150
# A replacement that was seen once may be an accident.
MIN_SHOWN = 2
# A rule that names a sample would be an answer key, not a rule.
NOT_FOR_RULES = frozenset({"episode.sample"})


@dataclass(frozen=True)
class Check:
    """One check of one draft. `value` is the figure it rests on, as text."""

    name: str
    ok: bool
    detail: str
    value: str = ""


@dataclass(frozen=True)
class CheckInput:
    """What the checks look at: recorded development episodes by id, which of them succeeded, what conditions see.

    `found`: the episodes in which each detector found something; a success with the very failure is no clean one.
    `instead`: the names that `otherwise` may say, where those are not all of `actions`. `taken`: ids that cannot be
    added: of rules deleted earlier, deprecated, or another agent's. `rules`: those in force; `embedding` compares what
    they say, where its packages are installed. `vocabulary`: the words a draft may use, None: not looked at.
    `rejections`: what people did not want, on `today` (ISO date). `rules_tokens`: what the rules may take in the
    prompt.
    """

    episodes: Mapping[str, Episode]
    succeeded: frozenset[str]
    found: Mapping[str, frozenset[str]]
    context: Sequence[ContextField]
    actions: frozenset[str]
    instead: frozenset[str] | None = None
    taken: frozenset[str] = frozenset()
    rules: tuple[Rule, ...] = ()
    embedding: Embedding | None = None
    vocabulary: Vocabulary | None = None
    rejections: tuple[Rejection, ...] = ()
    today: str = ""
    rules_tokens: int | None = None

    @property
    def usable(self) -> frozenset[str]:
        """What `otherwise` may say."""
        return self.actions if self.instead is None else self.instead

    @cached_property
    def recorded(self) -> DecisionVerdicts:
        """Every decision of `episodes`, and what rules say of them; kept, so that drafts share it."""
        return DecisionVerdicts(self.episodes)
