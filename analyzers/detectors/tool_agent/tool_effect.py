"""What a tool does, as far as its name tells: outside traces declare no side effects."""

import re
from functools import lru_cache
from typing import Literal, TypeAlias

# "hand_off": to a person or another desk; "unknown": the name has no verb that says.
Effect: TypeAlias = Literal["read", "write", "hand_off", "unknown"]

_READS = frozenset((
    "ask", "browse", "calculate", "calculator", "check", "compare", "compute", "count", "describe", "download",
    "estimate", "fetch", "find", "get", "grep", "inspect", "list", "load", "lookup", "look", "ls", "plan",
    "preview", "query", "quote", "read", "reason", "reflect", "retrieve", "scan", "search", "show", "summarize",
    "think", "track", "validate", "verify", "view",
))  # fmt: skip
_WRITES = frozenset((
    "accept", "activate", "add", "apply", "approve", "archive", "assign", "authorize", "block", "book", "buy",
    "cancel", "change", "charge", "close", "confirm", "create", "deactivate", "delete", "deny", "deploy", "disable",
    "discard", "dispatch", "drop", "edit", "enable", "enroll", "exchange", "extend", "file", "grant", "insert",
    "install", "invite", "issue", "lock", "make", "mark", "merge", "modify", "move", "overwrite", "pay", "place",
    "post", "publish", "purchase", "push", "put", "redeem", "refund", "register", "reject", "remove", "rename",
    "renew", "replace", "reschedule", "reserve", "reset", "restart", "return", "revoke", "rollback", "save",
    "schedule", "send", "set", "ship", "store", "submit", "subscribe", "suspend", "swap", "terminate", "toggle",
    "transfer", "uninstall", "unlock", "unsubscribe", "update", "upgrade", "upload", "withdraw", "write",
))  # fmt: skip
_PEOPLE = frozenset((
    "human", "humans", "person", "operator", "representative", "supervisor", "support", "handoff", "escalate",
    "escalation",
))  # fmt: skip
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


@lru_cache(maxsize=4096)
def name_words(tool: str) -> tuple[str, ...]:
    """Return the words of a tool's name in small letters: snake_case, camelCase and dotted names are taken apart."""
    return tuple(word.lower() for word in _WORD.findall(tool))


@lru_cache(maxsize=4096)
def effect_of(tool: str) -> Effect:
    """Return what the tool's name says of it; the first verb counts, so `get_order` reads and `order_set` writes."""
    words = name_words(tool)
    verb = next((word for word in words if word in _READS or word in _WRITES), "")
    if verb in _READS:
        return "read"
    if not _PEOPLE.isdisjoint(words):
        return "hand_off"
    return "write" if verb else "unknown"
