"""What `ace retrieve` searches: named folders, the repository's knowledge, or the shipped cards outside of any."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ace.errors import WorkspaceError
from ace.paths import shipped
from runtime.retrieval.settings import RetrievalSettings


@dataclass(frozen=True)
class Source:
    """Folders, how they are indexed, where relative images start from, the samples whose pictures carry labels, and the
    cache of models (None: the default).
    """

    folders: tuple[Path, ...]
    settings: RetrievalSettings
    image_base: Path
    references: tuple[Path, ...]
    models: Path | None = None


def find_source(repo: Path, environ: Mapping[str, str], folders: Sequence[Path], kind: str | None) -> Source:
    """Return what to search. `folders` and `kind` win over the repository's settings.

    Raises: ConfigError when the repository's configuration cannot be used.
    """
    source = _configured(repo, environ, tuple(folders))
    changes = {} if kind is None else {"kind": kind}
    return replace(source, settings=source.settings.model_copy(update=changes))


def _configured(repo: Path, environ: Mapping[str, str], folders: tuple[Path, ...]) -> Source:
    from ace.session import open_session

    try:
        session = open_session(repo, environ, {})
    except WorkspaceError:
        chosen = folders or (shipped("samples") / "knowledge",)
        return Source(chosen, RetrievalSettings(), repo, (shipped("samples"),))
    tools = session.tool_settings()
    return Source(
        folders or session.knowledge_folders(),  # those of ace.yaml need not exist where others are named
        session.retrieval_settings(),
        session.workspace.repo,
        tools.references,
        tools.models,
    )
