"""Whether a tool's recorded answer is a failure, and of which class, told from what it says. Pure."""

import re
from typing import NamedTuple

from pydantic_core import from_json

from runtime.contracts.tool_call import ErrorClass

# The class is told from an answer's beginning and end: a traceback names its error in the last line.
_LOOKED_AT = 2000
_BEGINS_BADLY = re.compile(r"\s*(?:error|exception|traceback)\b", re.IGNORECASE)
_EXIT_CODE = re.compile(r"^\s*exit ?code: *(-?\d+)", re.IGNORECASE | re.MULTILINE)
_STATUS = r"(?:status|code|http|error)(?: code)?\W{0,3}"

# In this order: the first pattern that is found names the class.
_WORDS: tuple[tuple[ErrorClass, str], ...] = (
    (
        "unknown_tool",
        r"\b(?:unknown|no such|unrecognized|undefined) (?:tool|function)\b"
        r"|\b(?:tool|function)\b.{0,80}\b(?:not found|does not exist|not available|is not defined)",
    ),
    (
        "missing_dependency",
        r"\bModuleNotFoundError\b|\bImportError\b|\bNo module named\b|\bcommand not found\b|\bnot installed\b",
    ),
    (
        "permission_denied",
        r"\bpermission|\b(?:access|request) (?:is |was )?denied\b|\bforbidden\b|\bunauthori[sz]ed\b"
        rf"|\bnot (?:allowed|authori[sz]ed|permitted)\b|\b{_STATUS}40[13]\b",
    ),
    ("timeout", rf"\btime(?:d)?[ -]?out\b|\bdeadline exceeded\b|\b{_STATUS}(?:408|504)\b"),
    (
        "server_failure",
        rf"\b{_STATUS}5\d\d\b|\binternal (?:server )?error\b|\b(?:service|server) (?:is )?unavailable\b"
        r"|\bbad gateway\b|\bconnection (?:was )?(?:refused|reset|error|aborted)|\boverloaded\b|\bserver error\b",
    ),
    (
        "invalid_arguments",
        r"\binvalid\b|\bmissing\b.{0,40}\b(?:argument|parameter|field|property|key)|\bmalformed\b"
        r"|\bunexpected keyword argument\b|\bvalidation\b|\b(?:is|are) required\b|\brequired (?:argument|parameter)"
        rf"|\bSyntaxError\b|\bTypeError\b|\bValueError\b|\bKeyError\b|\bNameError\b|\b{_STATUS}4(?:00|22)\b",
    ),
    ("empty_result", r"\b(?:empty|no) (?:result|data|match|output|record|row)|\bnothing (?:was )?found\b"),
)
WORDS = tuple((error_class, re.compile(pattern, re.IGNORECASE)) for error_class, pattern in _WORDS)
NO_JSON = object()


class Verdict(NamedTuple):
    """Whether a call worked; the class where it did not."""

    ok: bool
    error_class: ErrorClass | None


def parsed_result(text: str) -> object:
    """Return the JSON value that `text` is, or NO_JSON."""
    if not text.strip():
        return NO_JSON
    try:
        value: object = from_json(text.encode("utf-8", "backslashreplace"), allow_inf_nan=False)
    except ValueError:
        return NO_JSON
    return value


def classify_result(text: str, parsed: object, error: str = "") -> Verdict:
    """Return whether a tool's answer `text` (`parsed`: the JSON it is) is a failure; `error` is the record's own word.

    A failure is one the record calls so, an answer that begins with Error, Exception or Traceback, a JSON object that
    says so (error, isError, success), or an exit code other than 0.
    """
    if not error and not _says_failure(text, parsed):
        return Verdict(True, None)
    words = f"{error[:_LOOKED_AT]}\n{text[:_LOOKED_AT]}\n{text[_LOOKED_AT:][-_LOOKED_AT:]}"
    for error_class, pattern in WORDS:
        if pattern.search(words):
            return Verdict(False, error_class)
    return Verdict(False, "business_failure")


def _says_failure(text: str, parsed: object) -> bool:
    if isinstance(parsed, dict):
        return bool(parsed.get("error")) or parsed.get("isError") is True or parsed.get("success") is False
    if _BEGINS_BADLY.match(parsed if isinstance(parsed, str) else text):
        return True
    return any(int(match[1]) != 0 for match in _EXIT_CODE.finditer(text[:_LOOKED_AT]))
