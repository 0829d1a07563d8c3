"""A rejection: what was proposed, and why a person did not want it."""

from pydantic import Field

from runtime.contracts.rule import Date, RuleId
from runtime.contracts.sample import Frozen


class Rejection(Frozen):
    """One file `.ace/rejected/<first 12 digits of the fingerprint>.yaml` on the reviewed branch.

    `fingerprint`: 64 hex digits, of what was proposed. `cluster`: the failures it answered, empty when unknown.
    `by` is a role or a login; `expires` the day from which it may be proposed again, None: never.
    """

    fingerprint: str = Field(pattern=r"^[0-9a-f]{64}$")
    op: str = Field(pattern=r"^(add|edit|delete|merge)$")
    rule: RuleId
    cluster: str = Field(default="", max_length=40)
    text: str = Field(default="", max_length=1200)
    when: str | None = Field(default=None, max_length=600)
    require: str | None = Field(default=None, max_length=600)
    reason: str = Field(min_length=3, max_length=800)
    by: str = Field(min_length=1, max_length=120)
    date: Date
    expires: Date | None = None
