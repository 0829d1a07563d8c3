"""What one `ace cycle` may use."""

from pydantic import Field

from runtime.contracts.sample import Frozen


class CycleSettings(Frozen):
    """Ceilings of one `ace cycle`: running, drafting and judging together. None: no ceiling.

    One that is reached ends the cycle after the episodes under way; all is kept, and the next `ace cycle` goes on with
    as much again. What a ceiling of `gate` or `curator` allows less of, that allows.
    `deadline_minutes` counts from the start of the command.
    """

    deadline_minutes: float | None = Field(default=None, gt=0)
    max_calls: int | None = Field(default=None, ge=1)
    max_tokens: int | None = Field(default=None, ge=1)
    max_cost_usd: float | None = Field(default=None, gt=0)
