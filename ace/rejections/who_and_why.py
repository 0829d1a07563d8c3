"""What a person says of a decision, made fit for the file: who, why, until when."""

import datetime
import re
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path

from ace.errors import AceError
from ace.rejections.rejection import MAX_BY, MAX_REASON
from runtime.rules.allowed_characters import find_mixed_script
from runtime.rules.git_read import run_git

UNKNOWN = "unknown"
_MIN_REASON = 3
_DAYS = re.compile(r"(\d{1,4})d")


def checked_reason(reason: str) -> str:
    """Return the reason without white space at its ends. Raises: AceError for one that cannot be kept, and why."""
    text = reason.replace("\r\n", "\n").strip()
    if not _MIN_REASON <= len(text) <= MAX_REASON:
        raise AceError(
            f"the reason has {len(text)} characters; give {_MIN_REASON} to {MAX_REASON}; link to more elsewhere"
        )
    for character in text:
        if character not in "\n\t" and unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co"}:
            raise AceError(
                f"the reason holds U+{ord(character):04X}, a character that cannot be seen; type it as plain text"
            )
    if (word := find_mixed_script(text)) is not None:
        raise AceError(f"the reason: {word!a} mixes look-alike letters of two scripts; type it again")
    return text


def tidy_reason(reason: str, otherwise: str) -> str:
    """Return a stranger's reason as far as it can be kept, on one line, cut; `otherwise` where nothing is left."""
    shown = "".join(c if c.isprintable() else " " for c in reason if unicodedata.category(c) != "Cf")
    text = " ".join(shown.split())
    text = text if len(text) <= MAX_REASON else text[: MAX_REASON - 3] + "..."
    return otherwise if len(text) < _MIN_REASON or find_mixed_script(text) else text


def person(repo: Path, given: str | None, environ: Mapping[str, str]) -> str:
    """Return who decided: as given, else git's `user.name` here, else the login, else "unknown". Never fails for want.

    Raises: AceError for a given name that cannot be kept.
    """
    if given is not None:
        if not _is_fit(given.strip()):
            raise AceError(f"--by: give a role or login of 1 to {MAX_BY} plain characters")
        return given.strip()
    configured = run_git(repo, "config", "--get", "user.name", check=False).decode("utf-8", "replace").strip()
    return fit_name((configured, environ.get("USER", ""), environ.get("LOGNAME", "")))


def fit_name(names: Iterable[str]) -> str:
    """Return the first name that a file may hold, "unknown" where none can."""
    return next((name for name in (one.strip() for one in names) if _is_fit(name)), UNKNOWN)


def expiry(given: str | None, today: str) -> str | None:
    """Return the day from which a proposal may come again, None for never.

    `given`: `90d` (days from `today`) or a date. Raises: AceError for another form, or a day that is not to come.
    """
    if given is None or given == "never":
        return None
    first = datetime.date.fromisoformat(today)
    days = _DAYS.fullmatch(given)
    try:
        day = first + datetime.timedelta(days=int(days[1])) if days else datetime.date.fromisoformat(given)
    except ValueError:
        raise AceError(f"--expires {given}: give a number of days (90d), a date (2027-03-31), or never") from None
    if day <= first:
        raise AceError(f"--expires {given}: that day is not to come; give a later one, or leave it out for good")
    return day.isoformat()


def _is_fit(name: str) -> bool:
    return 1 <= len(name) <= MAX_BY and name.isprintable() and find_mixed_script(name) is None
