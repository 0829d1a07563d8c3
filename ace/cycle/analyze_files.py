"""Trace files of any agent to findings and clusters; nothing is kept, and no repository is needed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ace.clusters.embedding import find_embedding
from ace.config.load import load_config
from ace.config.settings import CONFIG_NAME
from ace.cycle.analyze_run import Analysis, Lookout, assemble, detect, lookout
from ace.cycle.traces_only import with_decisions
from ace.cycle.unread_fields import readable_rules
from ace.errors import AceError, NoRepositoryError, WorkspaceError
from ace.session import Session, open_session
from ace.trace_import.read_files import ImportedFiles, read_trace_files
from ace.workspace import open_workspace


@dataclass(frozen=True)
class FilesAnalysis:
    """What the files hold and what was found in it. `rules`: how many reviewed rules with a condition were checked."""

    imported: ImportedFiles
    analysis: Analysis
    rules: int


def analyze_files(paths: Sequence[Path], format_name: str | None, session: Session | None) -> FilesAnalysis:
    """Return what is found in the traces of `paths`; with a session also by its rules and its own detectors.

    A rule is checked in the traces of its own agent only. Raises: AceError when no file holds a trace that can be
    read, TraceError for a format that is not known.
    """
    imported = read_trace_files(paths, format_name)
    if not imported.episodes:
        named = ", ".join(str(path) for path in paths[:3]) + (" ..." if len(paths) > 3 else "")
        problems = "".join(
            f"\n  {item.file}:{item.line}: {item.what}: {item.reason}" for item in imported.problems[:20]
        )
        raise AceError(f"{named}: no trace that can be read, so there is nothing to analyze{problems}")
    look, notes = Lookout(), tuple[str, ...]()
    if session is not None:
        in_force = session.rules_for({one.header.agent for one in imported.episodes})
        rules = readable_rules(imported.episodes, in_force, session.agent)
        look, notes = lookout(session, rules.checked), rules.notes
        imported = replace(imported, episodes=with_decisions(imported.episodes, session.agent))
    decided = [episode for episode in imported.episodes if not episode.is_infrastructure_error]
    agents = {episode.header.agent for episode in decided}
    checked = sum(rule.is_checked and rule.agent in agents for rule in look.rules)
    analysis = assemble(imported.episodes, detect(decided, look), look, None, find_embedding())
    return FilesAnalysis(imported, replace(analysis, notes=(*analysis.notes, *notes)), checked)


def session_here(folder: Path, environ: Mapping[str, str]) -> Session | None:
    """Return the session of the repository `folder` is in, None where there is none or it was not set up for ACE."""
    try:
        workspace = open_workspace(folder)
    except NoRepositoryError:
        is_bundled = load_config(folder, environ, {}).settings.rules.bundle is not None
        return open_session(folder, environ, {}) if is_bundled else None
    except WorkspaceError:
        return None
    return open_session(folder, environ, {}) if (workspace.repo / CONFIG_NAME).is_file() else None


def is_repository(folder: Path) -> bool:
    """True where `folder` is in a git repository, so that traces can be imported there."""
    try:
        open_workspace(folder)
    except WorkspaceError:
        return False
    return True
