"""What is read of another program's playbook, before anything of it is a rule."""

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

Format: TypeAlias = Literal["ace-text", "ace-framework", "ace-playbook"]
FORMATS: tuple[Format, ...] = get_args(Format)
MAX_BYTES = 32 * 1024 * 1024
MAX_ENTRIES = 20_000


@dataclass(frozen=True)
class Entry:
    """One rule as its source has it. `place`: line or JSON path; `lost`: kinds of what a rule file does not carry.

    helpful, harmful: counters as they stand there, None where there are none or they are no counts.
    """

    place: str
    source_id: str
    heading: str
    text: str
    helpful: int | None = None
    harmful: int | None = None
    lost: tuple[str, ...] = ()


@dataclass(frozen=True)
class NotImported:
    """Something in the source that became no rule, and why."""

    place: str
    source_id: str
    reason: str


@dataclass(frozen=True)
class ReadPlaybook:
    """A source as read: its entries, what is no entry, and what of the file as a whole is not carried."""

    format: Format
    entries: tuple[Entry, ...]
    refused: tuple[NotImported, ...] = ()
    lost: tuple[str, ...] = ()
