"""Ids and titles for rules that had others: the area from the heading, the slug from the first words of the text."""

import re
import unicodedata
from collections.abc import Container
from hashlib import sha256

DEFAULT_AREA = "imported"
MAX_AREA, MAX_SLUG, MAX_TITLE = 40, 35, 80
_NO_SLUG = re.compile(r"[^a-z0-9]+")
_FILLERS = frozenset(
    {"a", "an", "the", "of", "in", "on", "at", "for", "to", "is", "are", "be", "that", "this", "and", "or"}
)
_RULE_ID = re.compile(r"[a-z0-9][a-z0-9-]*\.[a-z0-9][a-z0-9-]*")


def area_of(heading: str) -> str:
    """Return a heading as the first part of an id: a-z, 0-9 and -, `imported` where nothing is left."""
    return _cut(_slug(heading), MAX_AREA) or DEFAULT_AREA


def rule_id_for(area: str, text: str, source_id: str, taken: Container[str]) -> str:
    """Return a free id for a rule. One that came from a rule file's own export keeps the id it had there."""
    if _RULE_ID.fullmatch(source_id) and source_id.startswith(f"{area}.") and len(source_id) <= 80:
        slug = source_id.removeprefix(f"{area}.")
    else:
        words = [word for word in _slug(text[:400]).split("-") if word not in _FILLERS]
        slug = _cut("-".join(words), MAX_SLUG) or f"rule-{sha256(text.encode()).hexdigest()[:8]}"
    number, rule_id = 1, f"{area}.{slug}"
    while rule_id in taken:
        number += 1
        rule_id = f"{area}.{slug}-{number}"
    return rule_id


def title_of(text: str) -> str:
    """Return the first words of a text as a title of 3 to 80 characters."""
    line = " ".join(text.split())
    if len(line) <= MAX_TITLE:
        return line.rstrip(".") if len(line.rstrip(".")) >= 3 else line
    return line[: MAX_TITLE - 3].rsplit(" ", 1)[0].rstrip(",;:-") + "..."


def _slug(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return _NO_SLUG.sub("-", plain).strip("-")


def _cut(slug: str, most: int) -> str:
    return slug if len(slug) <= most else (slug[: most + 1].rsplit("-", 1)[0] or slug)[:most].strip("-")
