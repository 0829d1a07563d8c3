"""A draft: one proposed change to one rule, and what it came from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from analyzers.clusters.cluster import Cluster
from runtime.contracts.condition_context import ContextField
from runtime.contracts.rule import Rule, RuleTest
from runtime.contracts.trace_event import Episode

Op: TypeAlias = Literal["add", "edit", "delete"]


@dataclass(frozen=True)
class CuratorInput:
    """What a curator may see: development clusters, the rules in force, the decisions they were made under.

    `actions` are the names conditions and `otherwise` may use; `limit` caps the drafts.
    """

    agent: str
    clusters: tuple[Cluster, ...]
    rules: tuple[Rule, ...]
    episodes: Mapping[str, Episode]
    context: Sequence[ContextField]
    actions: tuple[str, ...]
    today: str
    limit: int


@dataclass(frozen=True)
class Draft:
    """`before` is the reviewed rule an edit or delete starts from; `after` is None for a delete.

    `curator` names who drafted it; `cluster` is None for the deletion of a rule that never speaks.
    """

    op: Op
    rule_id: str
    before: Rule | None
    after: Rule | None
    test: RuleTest | None
    cluster: Cluster | None
    rationale: str
    curator: str


@dataclass(frozen=True)
class Refused:
    """A draft that could not be made, and why; shown, never dropped in silence."""

    cluster: str
    curator: str
    reason: str
    raw: str = ""


@dataclass(frozen=True)
class Drafting:
    """What a curator came back with, and what it cost."""

    drafts: tuple[Draft, ...]
    refused: tuple[Refused, ...] = ()
    model_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float = 0.0
    seconds: float = 0.0
