"""Whether an own agent is still the one that its judging began with: trials of two versions show nothing of either."""

from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from ace.agent_files import agent_files
from ace.errors import AceError
from ace.session import Session
from ace.text.visible_text import escape_text

if TYPE_CHECKING:
    from ace.cycle.judging.judgement import Judgement

_NAMED = 3


class AgentChangedError(AceError):
    """An own agent's files changed while it was tried."""


def agent_version(session: Session) -> Mapping[str, str]:
    """Return the SHA-256 of each file that the repository's own agent is made of; nothing where ACE ships it.

    Files are named from the repository's top. One that goes away as it is read counts as empty.
    """
    own, top = session.settings.own_agent, session.workspace.repo.resolve()
    if own is None:
        return {}
    files = agent_files(top, own.path, own.command, own.files)
    return {file.relative_to(top).as_posix(): _hash(file) for file in files}


def changed_since(session: Session, version: Mapping[str, str]) -> str:
    """Return the files that differ from `version`, were added or are gone, the first three by name; "" for none."""
    now = agent_version(session)
    names = sorted(name for name in {**version, **now} if version.get(name) != now.get(name))
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(map(escape_text, names[:_NAMED])) + more


def undecided(judgement: "Judgement", changed: str) -> "Judgement":
    """Return the judgement with no verdict for or against: its trials are of an agent whose files `changed`."""
    reason = (
        f"Undecided: the agent's files changed while it was judged ({changed}), so its trials may be of two versions; "
        "judge again without changing them."
    )
    return replace(judgement, verdict="insufficient evidence", reason=f"{reason} {judgement.reason}".rstrip())


def refuse_changed(session: Session, version: Mapping[str, str], what: str) -> None:
    """Return where the agent's files are as in `version`. Raises: AgentChangedError saying that `what` cannot be."""
    if changed := changed_since(session, version):
        raise AgentChangedError(
            f"the agent's files changed while it was tried ({changed}), so its trials may be of two versions and "
            f"{what}; start again without changing them"
        )


def _hash(file: Path) -> str:
    try:
        return sha256(file.read_bytes()).hexdigest()
    except OSError:
        return ""
