"""Secrets out of text: every trace, cassette and report passes through here on its way to disk.

What is found becomes `[redacted:<kind>]`; what surrounds it (a header's name, a URL's user) stays, so that a reader
still sees what happened. Hashes, artifact references and ids are left alone: they are evidence.
"""

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

_Pattern: TypeAlias = re.Pattern[str]


@dataclass(frozen=True)
class SecretPattern:
    """One kind of secret: lower-case substrings that must be present, and what matches; group `keep` survives."""

    kind: str
    hints: tuple[str, ...]
    pattern: _Pattern


def _regex(pattern: str, flags: int = 0) -> _Pattern:
    return re.compile(pattern, flags)


_START = r"(?P<keep>(?<![A-Za-z0-9_-]))"
_UNREDACTED = r"(?!\[redacted:)"
_QUOTE = r"""\\?["']"""
_VALUE = r"""[^\s"'\\&,;<>]"""
_SECRET_NAME = (
    r"(?:api[_-]?key|access[_-]?key|(?:access|auth|refresh|id|session)[_-]?token|client[_-]?secret"
    r"|secret[_-]?(?:access[_-]?)?key|passw(?:or)?d|passphrase|pwd)"
)

PATTERNS: tuple[SecretPattern, ...] = (
    SecretPattern(
        "private-key",
        ("private key",),
        _regex(
            r"(?P<keep>)-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----.*?"
            r"(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|\Z)",
            re.DOTALL,
        ),
    ),
    SecretPattern(
        "authorization",
        ("authorization",),
        _regex(
            rf"(?P<keep>\b(?:proxy-)?authorization(?:{_QUOTE})?\s*[:=]\s*(?:{_QUOTE})?)"
            rf"{_UNREDACTED}(?:(?:basic|bearer|digest|token|negotiate)\s+[^\s\"'\\,]+|[A-Za-z0-9+/=._~-]{{16,}})",
            re.IGNORECASE,
        ),
    ),
    SecretPattern(
        "cookie",
        ("cookie",),
        _regex(rf"(?P<keep>\b(?:set-)?cookie:\s*){_UNREDACTED}[^\s=;\"']+=[^\r\n\"']+", re.IGNORECASE),
    ),
    SecretPattern(
        "bearer",
        ("bearer",),
        _regex(
            r"(?P<keep>\bbearer\s+)(?:(?=[A-Za-z+/=._~-]*\d)[A-Za-z0-9+/=._~-]{8,}|[A-Za-z0-9+/=._~-]{24,})",
            re.IGNORECASE,
        ),
    ),
    SecretPattern("jwt", ("eyj",), _regex(_START + r"eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*)?")),
    SecretPattern("api-key", ("sk-",), _regex(_START + r"sk-(?:(?=[A-Za-z_-]*\d)[\w-]{10,}|[\w-]{20,})", re.ASCII)),
    SecretPattern(
        "api-key",
        ("_live_", "_test_", "hf_", "aiza", "npm_", "pypi-", "gsk_"),
        _regex(
            _START + r"(?:[sr]k_(?:live|test)_[A-Za-z0-9]{10,}|hf_[A-Za-z0-9]{20,}|AIza[\w-]{30,}|npm_[A-Za-z0-9]{30,}"
            r"|pypi-Ag[\w-]{30,}|gsk_[A-Za-z0-9]{20,})",
            re.ASCII,
        ),
    ),
    SecretPattern(
        "aws-key",
        ("akia", "asia", "aroa", "aida"),
        _regex(_START + r"(?:AKIA|ASIA|AROA|AIDA)[0-9A-Z]{16}(?![0-9A-Za-z])"),
    ),
    SecretPattern(
        "github-token",
        ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
        _regex(_START + r"(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})"),
    ),
    SecretPattern(
        "gitlab-token",
        ("glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "gloas-", "glft-"),
        _regex(_START + r"gl(?:pat|dt|rt|cbt|ptt|oas|ft)-[\w.-]{16,}", re.ASCII),
    ),
    SecretPattern(
        "slack-token",
        ("xox", "xapp-", "hooks.slack.com"),
        _regex(
            r"(?P<keep>(?<![A-Za-z0-9_-])|hooks\.slack\.com/services/)"
            r"(?:(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,}|(?<=services/)T[A-Z0-9]+/B[A-Z0-9]+/[A-Za-z0-9]+)"
        ),
    ),
    SecretPattern(
        "password",
        ("://",),
        _regex(rf"(?P<keep>://[^\s/:@\"']{{0,100}}:){_UNREDACTED}[^\s/@\"']{{1,200}}(?=@)"),
    ),
    SecretPattern(
        "secret",
        ("key", "token", "secret", "passw", "passphrase", "pwd"),
        # name=value, and "name": "value" in either kind of quotes, escaped or not.
        _regex(
            rf"(?P<keep>(?<![A-Za-z0-9]){_SECRET_NAME}(?:{_QUOTE})?\s*(?:=\s*(?:{_QUOTE})?|:\s*{_QUOTE}))"
            rf"{_UNREDACTED}{_VALUE}{{4,}}",
            re.IGNORECASE,
        ),
    ),
    SecretPattern(
        "secret",
        ("key", "token", "secret", "passw", "passphrase", "pwd"),
        # name: value without quotes also appears in prose ("password: required"), so the value must look like a secret.
        _regex(
            rf"(?P<keep>(?<![A-Za-z0-9]){_SECRET_NAME}\s*:\s*){_UNREDACTED}(?=[A-Za-z_.-]*[^\sA-Za-z_.-]){_VALUE}{{8,}}",
            re.IGNORECASE,
        ),
    ),
    SecretPattern(
        "secret",
        ("token", "secret"),
        _regex(
            rf"(?P<keep>(?<![A-Za-z0-9])(?:token|secret)=(?:{_QUOTE})?){_UNREDACTED}{_VALUE}{{12,}}",
            re.IGNORECASE,
        ),
    ),
)

SECRET_FIELDS: Mapping[str, str] = {
    "api_key": "secret",
    "apikey": "secret",
    "x_api_key": "secret",
    "access_token": "secret",
    "auth_token": "secret",
    "refresh_token": "secret",
    "client_secret": "secret",
    "secret_key": "secret",
    "secret_access_key": "secret",
    "aws_secret_access_key": "secret",
    "password": "password",
    "passwd": "password",
    "passphrase": "password",
    "private_key": "private-key",
    "authorization": "authorization",
    "proxy_authorization": "authorization",
    "cookie": "cookie",
    "set_cookie": "cookie",
}
# One pass over the text, four times faster on short texts than asking for each hint.
_ANY_HINT = _regex("|".join(sorted({re.escape(hint) for secret in PATTERNS for hint in secret.hints})))
_MARKER = _regex(r"\[redacted:[a-z-]+\]")


def redact_text(text: str) -> str:
    """Return `text` with every secret replaced by `[redacted:<kind>]`; redacting twice changes nothing more."""
    return _redact_short(text) if len(text) <= _MOST_KEPT else _redact_all(text)


# An event says the same text several times over: in the state's change, the card, the context, what was shown.
_MOST_KEPT = 2000


@functools.lru_cache(maxsize=2048)
def _redact_short(text: str) -> str:
    return _redact_all(text)


def _redact_all(text: str) -> str:
    if not _ANY_HINT.search(text.lower()):
        return text
    while (redacted := _redact_once(text)) != text:
        text = redacted
    return text


def redact(value: object) -> object:
    """Return `value` with every text in it redacted, keys included; a secret's field name blanks its whole value.

    Mappings become dicts, tuples stay tuples, what is not text stays as it is. Nothing is changed in place.
    """
    if isinstance(value, str):
        return redact_text(value)
    if value is None or isinstance(value, int | float):
        return value
    if isinstance(value, list):
        return [redact(item) for item in value]
    if isinstance(value, Mapping):
        return _redact_mapping(value)
    if isinstance(value, tuple):
        return tuple(redact(item) for item in value)
    return value


def _redact_once(text: str) -> str:
    # A replacement can complete another secret's surroundings, hence the loop in `redact_text`; every pass that
    # changes something leaves less unredacted text, so the loop ends.
    lowered = text.lower()
    for secret in PATTERNS:
        if any(hint in lowered for hint in secret.hints):
            text = secret.pattern.sub(rf"\g<keep>[redacted:{secret.kind}]", text)
    return text


def _redact_mapping(value: Mapping[object, object]) -> dict[object, object]:
    out: dict[object, object] = {}
    for key, item in value.items():
        name, kind = _field(key) if isinstance(key, str) else (key, None)
        out[_free_key(out, name)] = redact(item) if kind is None else _blank(item, kind)
    return out


@functools.lru_cache(maxsize=1024)
def _field(key: str) -> tuple[str, str | None]:
    """Return the redacted field name, and what kind of secret its value is; the same few names come all the time."""
    return redact_text(key), SECRET_FIELDS.get(key.lower().replace("-", "_"))


def _free_key(taken: Mapping[object, object], name: object) -> object:
    # Two secrets used as keys redact to the same text; losing one of the values would falsify the record.
    if name not in taken:
        return name
    number = 2
    while f"{name} ({number})" in taken:
        number += 1
    return f"{name} ({number})"


def _blank(value: object, kind: str) -> object:
    if isinstance(value, str):
        return value if not value or _MARKER.fullmatch(value) else f"[redacted:{kind}]"
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"[redacted:{kind}]"
    if isinstance(value, list | tuple):
        return [_blank(item, kind) for item in value]
    return redact(value)
