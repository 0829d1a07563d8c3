"""Which paths a proposal may write. Pure."""

from ace.review.errors import UnsafePathError
from ace.text.visible_text import escape_text, is_invisible


def check_path(path: str) -> str:
    """Return `path` when it is a plain relative path inside a repository.

    Raises: UnsafePathError for an absolute path, `..`, a leading `-`, a `.git...` part, a backslash, a character
        that cannot be seen, or text that is not valid Unicode.
    """
    reason = _refusal(path)
    if reason:
        raise UnsafePathError(
            f"path '{escape_text(path)}' {reason}; write a plain relative path such as playbooks/a/b.yaml"
        )
    return path


def _refusal(path: str) -> str:
    if not path:
        return "is empty"
    if any(is_invisible(character) for character in path):
        return "holds a control or invisible character"
    if "\\" in path:
        return "holds a backslash"
    if path.startswith("/") or path[1:2] == ":":
        return "is absolute"
    return next((reason for part in path.split("/") if (reason := _part_refusal(part))), "")


def _part_refusal(part: str) -> str:
    if part in {"", ".", ".."}:
        return "has an empty, '.' or '..' part"
    if part.startswith("-"):
        return "has a part that starts with '-'"
    # Windows drops trailing dots and blanks, and writes .git as git~1; .gitattributes and friends change how git reads.
    plain = part.casefold().rstrip(". ")
    if plain.startswith(".git") or plain.startswith("git~"):
        return "has a part that belongs to git"
    return ""
