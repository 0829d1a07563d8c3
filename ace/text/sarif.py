"""Parts of a SARIF 2.1.0 log that every report shares, safe for whatever text they hold. Pure.

Source: OASIS SARIF 2.1.0.
"""

import os
import re
from collections.abc import Sequence
from importlib.metadata import version
from urllib.parse import quote_from_bytes

from ace.text.visible_text import escape_text
from runtime.contracts.json_types import JsonObject

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
# `[text](target)` in a message is a link: nobody may put one into what a reviewer reads.
_LINK = re.compile(r"[\[\]]")


def sarif_log(
    name: str, rules: Sequence[JsonObject], results: Sequence[JsonObject], notes: Sequence[str] = ()
) -> JsonObject:
    """Return one log with one run of the tool `name`; a notification for each of `notes`."""
    invocation: JsonObject = {
        "executionSuccessful": True,
        "toolExecutionNotifications": [{"level": "note", "message": sarif_message(note)} for note in notes],
    }
    run: JsonObject = {
        "tool": {"driver": {"name": name, "version": version("ace-optimizer"), "rules": list(rules)}},
        "columnKind": "unicodeCodePoints",
        "invocations": [invocation],
        "results": list(results),
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def sarif_message(text: str) -> JsonObject:
    """Return a message; what cannot be seen in `text` is written out, and a link in it is none."""
    visible = escape_text(text)
    return {"text": _LINK.sub(r"\\\g<0>", visible) if "](" in visible else visible}


def sarif_place(path: str, line: int, column: int = 1) -> JsonObject:
    """Return a location. Units: line and column count from 1, the column in Unicode code points."""
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": quote_from_bytes(os.fsencode(path))},
            "region": {"startLine": line, "startColumn": column},
        }
    }
