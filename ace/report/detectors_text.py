"""What is looked for in traces: one line a detector, or one in full; as text and as data."""

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal, TypeAlias

from ace.errors import NotFoundError
from ace.text.table import table
from ace.text.visible_text import escape_text
from analyzers.detectors.detector import SCOPE_WORDS, Detector, is_read
from analyzers.finding import Bucket, Severity
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule

SCHEMA_VERSION = 1
_WIDTH = 100
_REMEDY = "Remedy: "
# Where a detector comes from: ACE's own table, a rule's conditions, or the project.
Source: TypeAlias = Literal["shipped", "rule", "own"]


@dataclass(frozen=True)
class DetectorRow:
    """One detector. `doc` is its whole documentation, the remedy taken out; `scope` is whose episodes it reads."""

    name: str
    scope: str
    bucket: Bucket
    severity: Severity
    doc: str
    remedy: str
    source: Source


@dataclass(frozen=True)
class DetectorTable:
    """What is looked for. `note` says what could not be listed, and why."""

    rows: tuple[DetectorRow, ...]
    note: str = ""


def detector_row(detector: Detector, source: Source) -> DetectorRow:
    """Return the line of a written detector; the remedy is what its documentation says after "Remedy:"."""
    # One line a paragraph: where the source breaks lines means nothing here.
    doc = "\n\n".join(" ".join(part.split()) for part in detector.doc.split("\n\n"))
    before, _, remedy = doc.partition(_REMEDY)
    return DetectorRow(
        detector.name, detector.scope, detector.bucket, detector.severity, before.strip(), remedy.strip(), source
    )


def rule_row(rule: Rule, detector: Detector) -> DetectorRow:
    """Return the line of a conditioned rule: it reads its own agent's episodes, and its text is the remedy."""
    doc = f"{rule.title}\n\nFind proposals where `{rule.when}` holds and `{rule.require}` does not."
    return DetectorRow(
        detector.name, rule.agent, detector.bucket, detector.severity, doc, " ".join(rule.text.split()), "rule"
    )


def only_detector(found: DetectorTable, name: str) -> DetectorTable:
    """Return the table with the detectors called `name` alone. Raises: NotFoundError naming the nearest."""
    rows = tuple(row for row in found.rows if row.name == name)
    if not rows:
        near = get_close_matches(name, [row.name for row in found.rows], n=1)
        hint = f"did you mean {near[0]!r}?" if near else "`ace detectors` lists them"
        raise NotFoundError(f"there is no detector {name!r}; {hint}")
    return DetectorTable(rows, found.note)


def detectors_of_agent(found: DetectorTable, agent: str) -> DetectorTable:
    """Return the table with the detectors alone that read episodes of `agent`. Raises: NotFoundError when none does."""
    rows = tuple(row for row in found.rows if _reads(row, agent))
    if not rows:
        raise NotFoundError(f"no detector of this name reads episodes of {agent!r}; see it without --agent")
    return DetectorTable(rows, found.note)


def _reads(row: DetectorRow, agent: str) -> bool:
    if row.source == "rule":
        return row.scope == agent
    return any(row.scope == scope and is_read(scope, agent) for scope in SCOPE_WORDS)


def detectors_json(found: DetectorTable) -> JsonObject:
    """Return the detectors as data."""
    return {
        "schema_version": SCHEMA_VERSION,
        "detectors": [
            {
                "name": row.name,
                "scope": row.scope,
                "bucket": row.bucket,
                "severity": row.severity,
                "doc": row.doc,
                "remedy": row.remedy,
                "source": row.source,
            }
            for row in found.rows
        ],
        "note": found.note,
    }


def detectors_text(found: DetectorTable) -> str:
    """Return one line a detector: name, whose episodes it reads, where the cure lies, severity, what it finds."""
    rows = [["detector", "scope", "bucket", "severity", "finds"]]
    rows += [
        [escape_text(row.name), row.scope, row.bucket, row.severity, escape_text(_first_sentence(row.doc))]
        for row in found.rows
    ]
    return table(rows, indent="")


def detector_text(rows: Iterable[DetectorRow]) -> str:
    """Return detectors in full: what is found, what is not, and what helps against it."""
    return "\n".join(_whole(row) for row in rows)


def _whole(row: DetectorRow) -> str:
    scope = next((words for name, words in SCOPE_WORDS.items() if name == row.scope), f"agent {row.scope}")
    lines = [f"{escape_text(row.name)}  {row.severity}, {row.bucket} ({row.source}; reads {escape_text(scope)})"]
    for paragraph in row.doc.split("\n\n"):
        lines += _wrapped(escape_text(paragraph))
    if row.remedy:
        lines += ["", *_wrapped(escape_text(f"{_REMEDY}{row.remedy}"))]
    return "\n".join(lines) + "\n"


def _first_sentence(doc: str) -> str:
    line = doc.split("\n\n", 1)[0]
    return line.split(". ", 1)[0].rstrip(".").removeprefix("Find ")


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
