"""A rule: one file with three readers (text for the model, condition for the machine, evidence for the reviewer)."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StringConstraints, model_validator

from runtime.contracts.json_types import JsonObject, content_hash
from runtime.contracts.sample import Frozen

RuleId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]+(\.[a-z0-9-]+)+$", max_length=80)]
Status: TypeAlias = Literal["experimental", "active", "deprecated"]
Date: TypeAlias = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d{2}-\d{2}$")]
Verdict: TypeAlias = Literal[
    "confirmed", "promising", "insufficient evidence", "no effect", "harmful", "undecided: infrastructure"
]

# The ids of rules and proposals of this agent's were made when it was the only one: its name is no part of what is
# hashed, so that they stay what they are. It must not follow the agent that is configured by default.
FIRST_AGENT = "tutor"


class Evidence(Frozen):
    """Where a rule comes from: a cluster, how often it failed, and traces that show it."""

    cluster: str = Field(min_length=1, max_length=40)
    failures: int = Field(ge=0)
    samples: int = Field(ge=0)
    traces: tuple[str, ...] = ()
    quote_sha256: str = ""


class Effect(Frozen):
    """The estimate at proposal time. `before` and `after` are shares in 0-1 of `n` samples."""

    metric: str
    stage: Literal["development", "held-out"]
    n: int = Field(ge=0)
    before: float
    after: float
    fixed: int = Field(default=0, ge=0)
    broke: int = Field(default=0, ge=0)
    p_value: float | None = None
    e_value: float | None = None
    verdict: Verdict
    controller: str
    simulated: bool = False


class Related(Frozen):
    """A named link to another rule."""

    id: RuleId
    type: Literal["refines", "replaces", "conflicts", "duplicates"]


class Otherwise(Frozen):
    """What a gate does instead of a violating action: take `action`, or block, or convert it to a hint."""

    action: str = Field(min_length=1, max_length=60)


class Rule(Frozen):
    """One rule as its file says. A rule without `when` is guidance in words only (`is_checked` is False)."""

    schema_: Literal[1] = Field(alias="schema")
    id: RuleId
    title: str = Field(min_length=3, max_length=120)
    status: Status = "experimental"
    agent: str = Field(min_length=1, max_length=40)
    audience: Literal["controller", "solver"] = "controller"
    text: str = Field(min_length=3, max_length=1200)
    when: str | None = Field(default=None, max_length=600)
    require: str | None = Field(default=None, max_length=600)
    otherwise: Otherwise | None = None
    enforce: Literal["prompt", "gate"] = "prompt"
    safety: bool = False
    priority: int = Field(default=50, ge=0, le=100)
    rationale: str = Field(default="", max_length=800)
    evidence: tuple[Evidence, ...] = ()
    effect: Effect | None = None
    related: tuple[Related, ...] = ()
    authors: tuple[str, ...] = ()
    created: Date | None = None
    modified: Date | None = None

    @model_validator(mode="after")
    def _conditions_belong_together(self) -> "Rule":
        if self.require is not None and self.when is None:
            raise ValueError("`require` needs a `when`: write `when: 'true'` if it holds for every decision")
        if self.enforce == "gate" and (self.when is None or self.require is None):
            raise ValueError("`enforce: gate` needs both `when` and `require`")
        return self

    @property
    def is_checked(self) -> bool:
        """True when a machine can say of a decision whether it violates this rule."""
        return self.when is not None and self.require is not None

    @property
    def area(self) -> str:
        """The first part of the id, which is the folder the file is in."""
        return self.id.split(".", 1)[0]

    def fingerprint(self) -> str:
        """Return the 64-digit hash of what this rule makes an agent do: text, conditions, enforcement."""
        parts: JsonObject = {
            "id": self.id,
            "text": " ".join(self.text.split()),
            "when": self.when,
            "require": self.require,
            "otherwise": self.otherwise.action if self.otherwise else None,
            "enforce": self.enforce,
            "audience": self.audience,
            "status": self.status,
            "priority": self.priority,
        }
        if self.agent != FIRST_AGENT:
            parts["agent"] = self.agent
        return content_hash(parts)


class RuleCase(Frozen):
    """One decision a rule test speaks about; what is left out takes the documented default."""

    action: JsonObject
    state: JsonObject = Field(default_factory=dict)
    episode: JsonObject = Field(default_factory=dict)


class RuleTest(Frozen):
    """The file beside a rule: decisions that violate it and decisions that comply."""

    violates: tuple[RuleCase, ...] = ()
    complies: tuple[RuleCase, ...] = ()
