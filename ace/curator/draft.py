"""A draft: one proposed change to one rule, and what it came from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from ace.rejections.rejection import Rejection
from analyzers.clusters.cluster import Cluster
from runtime.contracts.condition_context import ContextField
from runtime.contracts.rule import Rule, RuleTest
from runtime.contracts.trace_event import Episode

Wording: TypeAlias = Literal["condition", "checked"]
# The curator that a record names where none wrote the change.
PERSON = "a person"
Op: TypeAlias = Literal["add", "edit", "delete", "merge"]


@dataclass(frozen=True)
class CuratorBudget:
    """What drafting may cost: `tokens` are prompt and completion of all questions, `cost_usd` None: no ceiling.

    `attempts`: how often a model is asked about one cluster; from the second time on with what was wrong.
    """

    tokens: int = 60_000
    cost_usd: float | None = None
    attempts: int = 2


@dataclass(frozen=True)
class CuratorInput:
    """What a curator may see: development clusters, the rules in force, the decisions they were made under.

    `actions` are the names conditions may use, and `otherwise` too unless `instead` says which; `limit` caps the
    drafts. `succeeded`: the episodes that did; `found`: those in which each detector found something. `rejections`:
    what people did not want, and why. `taken`: ids that cannot be added: of rules deleted earlier, deprecated, or
    another agent's. `open_rules`: the id of the open proposal (12 hex digits), by each rule it adds, changes or takes
    away; `open_clusters`: by the cluster it answers; `asked_for`: ids of those that a person made (`ace promote`),
    which nothing is drafted in place of. `wording`: whose words a model's rule has: made of its condition, or its own
    where they pass the check.
    """

    agent: str
    clusters: tuple[Cluster, ...]
    rules: tuple[Rule, ...]
    episodes: Mapping[str, Episode]
    context: Sequence[ContextField]
    actions: tuple[str, ...]
    today: str
    limit: int
    instead: tuple[str, ...] | None = None
    succeeded: frozenset[str] = frozenset()
    found: Mapping[str, frozenset[str]] = field(default_factory=dict)
    rejections: tuple[Rejection, ...] = ()
    budget: CuratorBudget = CuratorBudget()
    wording: Wording = "condition"
    taken: frozenset[str] = frozenset()
    open_rules: Mapping[str, str] = field(default_factory=dict)
    open_clusters: Mapping[str, str] = field(default_factory=dict)
    asked_for: frozenset[str] = frozenset()

    @property
    def usable(self) -> tuple[str, ...]:
        """What `otherwise` may say."""
        return self.actions if self.instead is None else self.instead


@dataclass(frozen=True)
class Draft:
    """`before` is the reviewed rule an edit or delete starts from; `after` is None for a delete.

    `curator` names who drafted it; `cluster` is None where no failure is answered: a deletion, a merge of duplicates.
    `merged`: the reviewed rules that go because `after` does for them (merge).
    """

    op: Op
    rule_id: str
    before: Rule | None
    after: Rule | None
    test: RuleTest | None
    cluster: Cluster | None
    rationale: str
    curator: str
    merged: tuple[Rule, ...] = ()

    @property
    def is_wording(self) -> bool:
        """True when it changes nothing that code looks at: conditions, what is done instead, and who enforces."""
        return not self.merged and _looked_at(self.before) == _looked_at(self.after)


def _looked_at(rule: Rule | None) -> object:
    return None if rule is None or not rule.is_checked else (rule.when, rule.require, rule.otherwise, rule.enforce)


@dataclass(frozen=True)
class Refused:
    """A draft that could not be made, and why; shown, never dropped in silence."""

    cluster: str
    curator: str
    reason: str
    raw: str = ""


@dataclass(frozen=True)
class Drafting:
    """What a curator came back with, and what it cost.

    `attempts`: a model's answers in the order they came. `notes`: what a person should know of the figures.
    """

    drafts: tuple[Draft, ...]
    refused: tuple[Refused, ...] = ()
    model_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float = 0.0
    seconds: float = 0.0
    attempts: "tuple[Attempt, ...]" = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Attempt:
    """One answer of a model: its words as they came, and what became of them.

    `number` counts from 1 within the cluster. `draft` is what was made of it, None where it could not be used
    (`problem` says why). `failing`: the checks it failed, each "name: why; figure"; `passing`: names of the others.
    `left_out`: facts the question had no room for, such as "bands (2 of 2)".
    """

    cluster: str
    number: int
    raw: str
    draft: Draft | None
    problem: str = ""
    failing: tuple[str, ...] = ()
    passing: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


def drafts_made(count: int) -> str:
    """Return `1 draft is made`, `2 drafts are made`."""
    return f"{count} draft is made" if count == 1 else f"{count} drafts are made"
