"""When each rule file came to be as it is on the reviewed branch."""

from datetime import UTC, datetime
from pathlib import Path

from runtime.rules.git_read import run_git


def rule_dates(repo: Path, commit: str, folder: str) -> dict[str, datetime]:
    """Return the time (UTC) of the newest commit that changed each file under `folder` of `repo`, by path from the top.

    Along the first parents, so that a merged proposal counts from its merge. Raises: GitError.
    """
    asked = ("log", "-z", "--first-parent", "-m", "--no-renames", "--format=%x01%cI", "--name-only", commit)
    output = run_git(repo, *asked, "--", folder)
    found: dict[str, datetime] = {}
    for record in output.split(b"\x01")[1:]:
        when, *paths = (part.strip(b"\n") for part in record.split(b"\0"))
        moment = datetime.fromisoformat(when.decode("ascii")).astimezone(UTC)
        for path in paths:
            if path:
                found.setdefault(path.decode("utf-8", "surrogateescape"), moment)
    return found
