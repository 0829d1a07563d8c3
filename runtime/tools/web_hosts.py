"""Which web addresses are from an allowed host. Pure; whatever two programs could read differently is refused."""

import ipaddress
import re
from collections.abc import Iterable
from urllib.parse import urlsplit

_PORTS = {"http": 80, "https": 443}
_ODD = re.compile(r"[\x00-\x20\\\x7f-\xa0\u2000-\u200f\u2028-\u202f\u2060\u3000\ufeff]")
_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
MAX_URL_CHARS = 2000


def host_of(url: str) -> str:
    """Return the host of an http(s) address in its plain form (see `plain_host`), or an empty string.

    Empty also for an address with a user name, blanks, control characters, backslashes or a port that is not its
    scheme's own: they are how an address is made to look like another one.
    """
    if len(url) > MAX_URL_CHARS or _ODD.search(url):
        return ""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return ""
    scheme = parts.scheme.lower()
    if scheme not in _PORTS or "@" in parts.netloc or "%" in parts.netloc:
        return ""
    return plain_host(host) if port in (None, _PORTS[scheme]) else ""


def plain_host(host: str) -> str:
    """Return `host` in lower case, without its last dot, international names as `xn--`; empty when it is not a host."""
    name = host.strip().removesuffix(".")
    try:
        return str(ipaddress.ip_address(name.strip("[]")))
    except ValueError:
        pass
    try:
        # Compatibility forms fold here: a full-width letter or dot becomes the plain one before it is compared.
        plain = name.encode("idna").decode("ascii").lower() if name else ""
    except UnicodeError:
        return ""
    labels = plain.split(".")
    usable = len(plain) <= 253 and all(_LABEL.fullmatch(label) for label in labels)
    # "127.1" and "0x7f.1" are addresses to some programs.
    return plain if usable and not labels[-1][:1].isdigit() else ""


def is_allowed(url: str, allow: Iterable[str]) -> bool:
    """Return whether the host of `url` is one of `allow` or lies below one. An IP address must be listed itself."""
    host = host_of(url)
    if not host:
        return False
    return any(host == name or (name and host.endswith(f".{name}")) for name in map(plain_host, allow))
