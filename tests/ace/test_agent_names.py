"""The loop knows no agent: what improves one improves another, and adding the second changed no line that names one."""

import re
from pathlib import Path

TOP = Path(__file__).resolve().parents[2] / "ace"
# What measures the second agent may name it; a table names that command.
OWN_PLACES = ("inspection/", "commands/inspect.py")
OWN_WORDS = ("ace.inspection", "ace.commands.inspect", '"inspect"', "make-voids", "make_voids")
NAMES = re.compile(r"\b(?:inspectors?|castings?|voids?)\b|\bvoid_|_voids?\b", re.IGNORECASE)


def _lines() -> list[tuple[str, int, str]]:
    return [
        (path.relative_to(TOP).as_posix(), number, line)
        for path in sorted(TOP.rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
    ]


def test_no_line_of_the_loop_names_the_inspector() -> None:
    named = [
        f"{path}:{number}: {line.strip()}"
        for path, number, line in _lines()
        if NAMES.search(line) and not path.startswith(OWN_PLACES) and not any(word in line for word in OWN_WORDS)
    ]
    assert named == []


def test_the_search_finds_what_it_is_there_for() -> None:
    assert NAMES.search('if agent == "inspector":')
    assert NAMES.search("from runtime.agents.inspector import x")
    assert not NAMES.search("this avoids a void".replace("a void", "avoidance"))
