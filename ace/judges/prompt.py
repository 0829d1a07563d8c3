"""The prompt a judge's model gets: the rubric as instructions, the episode's words as quoted data."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from ace.judges.rubric import Rubric
from ace.judges.shown_episode import Line, Shown
from ace.text.visible_text import is_invisible
from runtime.contracts.json_types import JsonObject, content_hash
from runtime.contracts.ports import ChatMessage

if TYPE_CHECKING:
    from jinja2 import Template

MAX_QUOTE = 200
MAX_REASON = 300
_LEAST_CHARS = 80
LAST_WORD = "END OF DATA\nNow answer the question about `text` with one JSON object."


def answer_schema(rubric: Rubric) -> Mapping[str, object]:
    """Return the JSON Schema of an answer. The label comes last, so that a model writes its reason before it."""
    properties: JsonObject = {
        "quote": {"type": "string", "maxLength": 2 * MAX_QUOTE},
        "reason": {"type": "string", "maxLength": MAX_REASON},
        "label": {"enum": [rubric.labels.failing, rubric.labels.passing]},
    }
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def judge_messages(rubric: Rubric, shown: Shown) -> tuple[ChatMessage, ...]:
    """Return the two messages. Data are one JSON object, invisible characters written out, so nothing ends it early."""
    data: JsonObject = {"text": _as_json(shown.lines, rubric.max_chars)}
    if shown.before:
        data = {"before": _as_json(shown.before, rubric.max_chars), **data}
    quoted = _visible(json.dumps(data, ensure_ascii=False, indent=1))
    system = _template().render(
        question=rubric.question,
        instructions=rubric.instructions.strip(),
        failing=rubric.labels.failing,
        passing=rubric.labels.passing,
        max_quote=MAX_QUOTE,
    )
    head = f"DATA (JSON, quoted, sha256 {content_hash(quoted, 12)}):"
    return (ChatMessage("system", system), ChatMessage("user", f"{head}\n{quoted}\n{LAST_WORD}"))


def template_sha256() -> str:
    """Return 64 hex digits over the template and what stands around the data."""
    return sha256(f"{_source()}\n{LAST_WORD}".encode()).hexdigest()


def _as_json(lines: Sequence[Line], limit: int) -> object:
    """Return a lone text as it is, messages as a list of who and text; the longest are cut until all fit `limit`."""
    longest = _longest([len(line.text) for line in lines], limit)
    if len(lines) == 1 and not lines[0].who:
        return _cut(lines[0].text, longest)
    return [{"who": line.who, "text": _cut(line.text, longest)} for line in lines]


def _longest(lengths: Sequence[int], limit: int) -> int:
    """Return how long one message may be so that all together are at most `limit`, short ones left whole."""
    left, rest = limit, sorted(lengths)
    for place, length in enumerate(rest):
        share = left // (len(rest) - place)
        if length > share:
            return max(share, _LEAST_CHARS)
        left -= length
    return limit


def _cut(text: str, limit: int) -> str:
    """Return `text`, the middle of a longer one left out: how it begins and ends says most."""
    if len(text) <= limit:
        return text
    half = limit // 2
    return f"{text[:half]}\n[... {len(text) - 2 * half:,} characters left out ...]\n{text[-half:]}"


def _visible(quoted: str) -> str:
    """Write out what cannot be seen as JSON escapes; line feeds here are the JSON's own layout."""
    if quoted.isascii() and "\x7f" not in quoted:
        return quoted
    return "".join(_escaped(char) if char != "\n" and is_invisible(char) else char for char in quoted)


def _escaped(char: str) -> str:
    return json.dumps(char, ensure_ascii=True)[1:-1]


def _source() -> str:
    return (Path(__file__).parent / "judge_prompt.j2").read_text(encoding="utf-8")


@cache
def _template() -> "Template":
    from jinja2 import Environment, StrictUndefined

    return Environment(undefined=StrictUndefined, autoescape=False).from_string(_source())
