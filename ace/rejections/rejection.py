"""A rejection: what was proposed, and why a person did not want it."""

from typing import Literal

from pydantic import Field

from runtime.contracts.rule import FIRST_AGENT, Date, RuleId
from runtime.contracts.sample import Frozen

MAX_REASON = 800
MAX_BY = 120


class Rejection(Frozen):
    """One file `.ace/rejected/<first 12 digits of the fingerprint>.yaml`.

    `fingerprint`: 64 hex digits, of what was proposed; where the file says that too, it is checked. `cluster`: the
    failures it answered, empty when unknown. `by` is a role or a login; `expires` the day from which it may be proposed
    again, None: never. `withdrawn`: the day a person took the rejection back; it then speaks against nothing.
    What is left out is as in a rule without it; `merged`: the rules a merge would have taken away.
    `agent`: whose rule it is about; it speaks against no other agent's. A file that names none was written when there
    was one agent.
    """

    fingerprint: str = Field(pattern=r"^[0-9a-f]{64}$")
    op: str = Field(pattern=r"^(add|edit|delete|merge)$")
    rule: RuleId
    agent: str = Field(default=FIRST_AGENT, min_length=1, max_length=40)
    merged: tuple[RuleId, ...] = ()
    cluster: str = Field(default="", max_length=40)
    text: str = Field(default="", max_length=1200)
    when: str | None = Field(default=None, max_length=600)
    require: str | None = Field(default=None, max_length=600)
    otherwise: str | None = Field(default=None, max_length=60)
    enforce: Literal["prompt", "gate"] = "prompt"
    audience: Literal["controller", "solver"] = "controller"
    status: Literal["experimental", "active", "deprecated"] = "experimental"
    priority: int = Field(default=50, ge=0, le=100)
    safety: bool = False
    reason: str = Field(min_length=3, max_length=MAX_REASON)
    by: str = Field(min_length=1, max_length=MAX_BY)
    date: Date
    expires: Date | None = None
    withdrawn: Date | None = None

    def stands(self, today: str) -> bool:
        """Return True when it speaks against proposals on `today` (ISO date): not withdrawn, and not expired."""
        return self.withdrawn is None and (self.expires is None or self.expires > today)
