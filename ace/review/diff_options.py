"""How much `ace diff` shows, in whatever format."""

from dataclasses import dataclass


@dataclass(frozen=True)
class DiffOptions:
    """How much to show. `width` is a terminal's columns (at least 40 are used); None is a pipe: no wrapping at all."""

    color: bool = False
    width: int | None = None
    traces: bool = False
    evaluation: bool = True
    stat: bool = False


DEFAULT_OPTIONS = DiffOptions()
