"""A model server's address and key: whether it is this machine, how it may be shown, which key it gets."""

import ipaddress
from collections.abc import Mapping
from urllib.parse import urlsplit

from runtime.contracts.errors import ModelRefusedError

MAX_URL_CHARS = 2000
NO_KEY = "none"
"""Sent to a server on this machine when no key is set; local servers ignore it but clients must send something."""


def is_loopback(base_url: str) -> bool:
    """Return whether `base_url` names this machine (localhost or a loopback address)."""
    host = urlsplit(base_url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def shown_url(base_url: str) -> str:
    """Return `base_url` without user, password, query and fragment, fit for a message."""
    parts = urlsplit(base_url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def check_url(base_url: str) -> None:
    """Return when `base_url` is an http(s) address that all readers read alike. Raises: ModelRefusedError."""
    try:
        parts = urlsplit(base_url)
        is_usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        # An empty or overlong label, which only connecting would find out.
        (parts.hostname or "").encode("idna")
    except ValueError:
        is_usable = False
    # Some readers of addresses drop white space and control characters, others refuse them.
    if len(base_url) > MAX_URL_CHARS or not all("!" <= char <= "~" for char in base_url):
        raise ModelRefusedError(
            f"base_url holds spaces, control or non-ASCII characters, or more than {MAX_URL_CHARS} of them; write it "
            "like http://127.0.0.1:8000/v1, other letters in the host as xn--"
        )
    if not is_usable:
        raise ModelRefusedError("base_url is not an http(s) address; write it like http://127.0.0.1:8000/v1")


def find_key(base_url: str, api_key_env: str, environ: Mapping[str, str]) -> str:
    """Return the key in variable `api_key_env`, or a placeholder for a server on this machine.

    Raises: ModelRefusedError naming the variable when it is needed and unset, or holds what no header can carry.
    """
    key = environ.get(api_key_env, "").strip()
    if key and not all("!" <= char <= "~" for char in key):
        raise ModelRefusedError(f"the key in {api_key_env} holds spaces or non-ASCII characters; set it again")
    if key:
        return key
    if is_loopback(base_url):
        return NO_KEY
    raise ModelRefusedError(f"no key for {shown_url(base_url)}; set the environment variable {api_key_env}")
