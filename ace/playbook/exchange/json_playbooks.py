"""The JSON files of ace-framework (0.7: skills by id) and ace-playbook (0.3: a list of bullets)."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ace.errors import AceError
from ace.playbook.exchange.entry import Entry, Format, NotImported, ReadPlaybook

MAX_COUNT = 999_999_999


class _Fields(NamedTuple):
    """How a format names what an entry is made of, and what a rule file does not carry: field -> what to call it."""

    helpful: str
    harmful: str
    lost: Mapping[str, str]


_FIELDS: Mapping[str, _Fields] = {
    "ace-framework": _Fields(
        "helpful",
        "harmful",
        {"embedding": "embedding", "created_at": "time it was made", "updated_at": "time it was changed"},
    ),
    "ace-playbook": _Fields(
        "helpful_count",
        "harmful_count",
        {"tags": "tags", "created_at_step": "step it was made at", "metadata": "metadata"},
    ),
}
_KNOWN = frozenset({"id", "section", "content", "neutral", "status"})


def is_json_playbook(value: object) -> Format | None:
    """Return which of the two formats a JSON value has, None for neither."""
    if not isinstance(value, dict):
        return None
    if isinstance(value.get("skills"), dict):
        return "ace-framework"
    return "ace-playbook" if isinstance(value.get("bullets"), list) else None


def read_json_playbook(value: object, wanted: Format) -> ReadPlaybook:
    """Return the entries of a JSON playbook, in the order of the file.

    Raises: AceError when the value has another shape.
    """
    if is_json_playbook(value) != wanted or not isinstance(value, dict):
        shape = "an object `skills` by id" if wanted == "ace-framework" else "a list `bullets`"
        raise AceError(f"this is no {wanted} file: {shape} is missing; name the right --format")
    entries: list[Entry] = []
    refused: list[NotImported] = []
    for place, key, item in _items(value, wanted):
        made = _entry(place, key, item, _FIELDS[wanted])
        entries.append(made) if isinstance(made, Entry) else refused.append(made)
    decided = value.get("similarity_decisions")
    lost = (f"{len(decided)} decisions to keep two rules apart",) if isinstance(decided, dict) and decided else ()
    known = {"skills", "sections", "next_id", "similarity_decisions", "bullets"}
    return ReadPlaybook(wanted, tuple(entries), tuple(refused), (*lost, *_others(value, known)))


def _items(value: Mapping[str, object], wanted: Format) -> Iterator[tuple[str, str, object]]:
    skills, bullets = value.get("skills"), value.get("bullets")
    if wanted == "ace-framework" and isinstance(skills, dict):
        for number, (key, item) in enumerate(skills.items()):
            yield f"skills[{number}]", str(key), item
    elif isinstance(bullets, list):
        for number, item in enumerate(bullets):
            yield f"bullets[{number}]", "", item


def _entry(place: str, key: str, item: object, fields: _Fields) -> Entry | NotImported:
    if not isinstance(item, dict):
        return NotImported(place, key, "this is no object with `content`")
    source_id = item.get("id", key)
    text, heading = item.get("content"), item.get("section", "")
    if not isinstance(source_id, str) or not isinstance(text, str) or not isinstance(heading, str):
        return NotImported(place, key, "`id`, `section` and `content` must be texts")
    if key and source_id != key:
        return NotImported(place, key, "its `id` is not the key it stands under")
    if item.get("status", "active") != "active":
        return NotImported(place, source_id, "it was taken out of use there (`status` is not active)")
    counts = [item.get(name) for name in (fields.helpful, fields.harmful, "neutral") if name in item]
    lost = [name for field, name in fields.lost.items() if item.get(field)]
    lost += ["counters"] if counts else []
    lost += ["counters that are no counts"] if any(_count(value) is None for value in counts) else []
    lost += _others(item, {*_KNOWN, fields.helpful, fields.harmful, *fields.lost})
    helpful, harmful = _count(item.get(fields.helpful)), _count(item.get(fields.harmful))
    return Entry(place, source_id, heading, text.strip(), helpful, harmful, tuple(lost))


def _others(item: Mapping[str, object], known: set[str]) -> list[str]:
    return ["fields of other names"] if set(item) - known else []


def _count(value: object) -> int | None:
    is_count = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_COUNT
    return value if isinstance(value, int) and is_count else None
