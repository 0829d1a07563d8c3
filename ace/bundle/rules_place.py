"""Where a bundle of rules is, and where runs are kept when there is no repository."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from ace.config.rules_settings import RulesSettings
from ace.paths import expanded
from ace.workspace import Workspace


def from_place(rules: RulesSettings, origins: Mapping[str, str], top: Path) -> RulesSettings:
    """Return the settings with absolute paths: of ace.yaml from its folder `top`, others from the present folder."""
    changes: dict[str, Path] = {}
    for name in RulesSettings.model_fields:
        path = getattr(rules, name)
        if path is not None:
            origin = origins.get(f"rules.{name}", "")
            is_given_here = origin == "flag" or origin.startswith("environment")
            changes[name] = ((Path.cwd() if is_given_here else top) / expanded(path, f"rules.{name}")).resolve()
    return rules.model_copy(update=changes)


def bundle_workspace(folder: Path, rules: RulesSettings, environ: Mapping[str, str]) -> Workspace:
    """Return the workspace of `folder` (absolute), which is in no repository; runs of each folder are kept apart.

    Raises: ConfigError when there is no home folder to keep them in.
    """
    if rules.state is not None:
        return Workspace(folder, rules.state, is_bare=False, has_git=False)
    base = environ.get("XDG_STATE_HOME", "")
    # The specification says of a relative path that it is to be ignored.
    home = Path(base) if Path(base).is_absolute() else expanded(Path("~/.local/state"), "rules.state")
    name = f"{folder.name}-{sha256(str(folder).encode('utf-8', 'surrogateescape')).hexdigest()[:8]}"
    return Workspace(folder, home / "ace" / name, is_bare=False, has_git=False)
