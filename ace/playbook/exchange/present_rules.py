"""The rules that stand in a playbook's folder now, committed or not."""

from pathlib import Path

from ace.errors import AceError
from runtime.contracts.rule import Rule
from runtime.rules.load_reviewed import parse_playbook


def present_rules(top: Path) -> tuple[Rule, ...]:
    """Return the rules below a folder; none where there is no such folder.

    Raises: AceError for a link, RuleError naming every problem when the playbook that is there cannot be loaded.
    """
    if not top.exists() and not top.is_symlink():
        return ()
    folder = top.resolve().name
    files: dict[str, bytes] = {}
    for path in [top, *sorted(top.rglob("*"))]:
        if path.is_symlink() or (path == top and not path.is_dir()):
            raise AceError(f"{path}: is no folder or file of its own; put the real one in its place")
        if path.is_file():
            files[f"{folder}/{path.relative_to(top).as_posix()}"] = path.read_bytes()
    return parse_playbook(files, folder).rules
