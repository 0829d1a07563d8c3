"""Write rules in the formats of other programs, and say what those cannot hold."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ace.playbook.exchange.entry import Format
from runtime.contracts.json_types import JsonObject
from runtime.contracts.playbook import RuleFile
from runtime.contracts.rule import Rule


class ExportedPlaybook(NamedTuple):
    """The file's text, the ids in it, what it lacks (kind -> number of rules), and the ids left out with the reason."""

    text: str
    ids: tuple[str, ...]
    lost: Mapping[str, int]
    left_out: Mapping[str, str]


def export_playbook(files: Iterable[RuleFile], wanted: Format, agent: str) -> ExportedPlaybook:
    """Return the rules of `agent` that are in use, in the order of a prompt, in the format `wanted`.

    Every text is one line, whatever breaks it had: those programs take a line for a rule. Counters are 0, because no
    such counts exist here.
    """
    chosen: list[RuleFile] = []
    left_out: dict[str, str] = {}
    for file in files:
        if file.rule.agent != agent:
            left_out[file.rule.id] = f"it is for the agent {file.rule.agent}"
        elif file.rule.status == "deprecated":
            left_out[file.rule.id] = "it is deprecated"
        else:
            chosen.append(file)
    rules = [file.rule for file in chosen]
    lost = Counter(name for file in chosen for name in _losses(file))
    return ExportedPlaybook(
        _WRITERS[wanted](_by_area(rules)), tuple(rule.id for rule in rules), dict(sorted(lost.items())), left_out
    )


def _losses(file: RuleFile) -> Iterator[str]:
    rule = file.rule
    facts: dict[str, object] = {
        "conditions (`when`, `require`)": rule.when,
        "gates (`enforce: gate`)": rule.enforce == "gate",
        "what a gate does instead (`otherwise`)": rule.otherwise,
        "evidence": rule.evidence,
        "measured effect": rule.effect,
        "tests": file.test_source,
        "links to other rules": rule.related,
        "safety marks": rule.safety,
        "priorities": rule.priority != 50,
        "rationales": rule.rationale,
        "solver audience": rule.audience == "solver",
        "authors and dates": rule.authors or rule.created or rule.modified,
        "line breaks": "\n" in rule.text.strip(),
    }
    yield "titles and status"
    yield from (name for name, value in facts.items() if value)


def _by_area(rules: Sequence[Rule]) -> dict[str, list[Rule]]:
    areas: dict[str, list[Rule]] = {}
    for rule in rules:
        areas.setdefault(rule.area, []).append(rule)
    return areas


def _line(rule: Rule) -> str:
    return " ".join(rule.text.split())


def _ace_text(areas: Mapping[str, Sequence[Rule]]) -> str:
    sections = (
        "\n".join(
            [
                f"## {area.replace('-', ' ').upper()}",
                *(f"[{rule.id}] helpful=0 harmful=0 :: {_line(rule)}" for rule in rules),
            ]
        )
        for area, rules in areas.items()
    )
    return "\n\n".join(sections) + "\n"


def _ace_framework(areas: Mapping[str, Sequence[Rule]]) -> str:
    skills = {
        rule.id: {
            "id": rule.id,
            "section": area,
            "content": _line(rule),
            "helpful": 0,
            "harmful": 0,
            "neutral": 0,
            "embedding": None,
            "status": "active",
        }
        for area, rules in areas.items()
        for rule in rules
    }
    sections = {area: [rule.id for rule in rules] for area, rules in areas.items()}
    return _json({"skills": skills, "sections": sections, "next_id": len(skills), "similarity_decisions": {}})


def _ace_playbook(areas: Mapping[str, Sequence[Rule]]) -> str:
    bullets = [
        {
            "content": _line(rule),
            "section": area,
            "id": rule.id,
            "helpful_count": 0,
            "harmful_count": 0,
            "tags": [],
            "created_at_step": 0,
            "metadata": {},
        }
        for area, rules in areas.items()
        for rule in rules
    ]
    return _json({"sections": list(areas), "bullets": bullets})


def _json(value: JsonObject) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


_WRITERS: Mapping[Format, Callable[[Mapping[str, Sequence[Rule]]], str]] = {
    "ace-text": _ace_text,
    "ace-framework": _ace_framework,
    "ace-playbook": _ace_playbook,
}
