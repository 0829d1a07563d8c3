"""Where the data that ships with ACE lies: in a checkout beside the packages, in a wheel under ace/_data."""

from pathlib import Path

from ace.errors import ConfigError, WorkspaceError


def expanded(path: Path, name: str) -> Path:
    """Return `path` with its `~` resolved. Raises: ConfigError, naming the setting, when there is no such home."""
    try:
        return path.expanduser()
    except RuntimeError as exc:
        raise ConfigError(f"{name} {path}: there is no such home folder; write the whole path") from exc


def shipped(name: str) -> Path:
    """Return the shipped folder `name` (playbooks, samples, starters). Raises: WorkspaceError when it is not there."""
    here = Path(__file__).resolve().parent
    for folder in (here / "_data" / name, here.parent / name):
        if folder.is_dir():
            return folder
    raise WorkspaceError(f"{here}: the shipped folder {name!r} is missing; reinstall ace-optimizer")
