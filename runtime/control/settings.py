"""How tool calls are controlled, as configuration files say it."""

from typing import Literal, TypeAlias

from pydantic import Field

from runtime.contracts.sample import Frozen, NamedPath
from runtime.contracts.tool_call import SideEffect

Permission: TypeAlias = Literal["allow", "ask", "deny"]
APPROVALS: dict[SideEffect, Permission] = {
    "read": "allow",
    "reversible_write": "allow",
    "irreversible_write": "ask",
    "external": "allow",
}


class ControlSettings(Frozen):
    """Approvals, retries and the folder that pending calls and the call journal are kept in.

    `approvals` by side-effect class, over the defaults (only irreversible writes ask; an external tool is off until its
    endpoint is configured). `tools` overrides them for one tool by name. `retries`: further tries after a timeout or a
    crash, of calls that do not write. `workers`: processes for tools that need one, at most (None: one a core, up to
    four). Units: worker_memory_mb bounds the address space of each in MiB, 0: not at all.
    """

    approvals: dict[SideEffect, Permission] = Field(default_factory=dict)
    tools: dict[str, Permission] = Field(default_factory=dict)
    retries: int = Field(default=1, ge=0, le=5)
    folder: NamedPath | None = None
    workers: int | None = Field(default=None, ge=1, le=64)
    worker_memory_mb: int = Field(default=16_384, ge=0)

    def permission(self, tool: str, side_effect: SideEffect) -> Permission:
        """Return whether a call of `tool` is allowed, must be asked for, or is denied."""
        return self.tools.get(tool, {**APPROVALS, **self.approvals}[side_effect])
