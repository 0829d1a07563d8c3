"""The table of codes has every code that can be reported, and no other."""

import ast
from pathlib import Path

from ace.playbook.lint_codes import CODES

ROOT = Path(__file__).parents[3]
# Where problems are made. A code is the text before the severity, or the argument of one of these functions.
SOURCES = (*sorted((ROOT / "runtime/rules").glob("*.py")), *sorted((ROOT / "ace/playbook").rglob("*.py")))
MAKERS = {"_problem", "_fail", "Problem", "problem_at", "_in_test"}


def codes_of(source: str) -> set[str]:
    """Return the literal codes given to a function that makes a problem."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            if name in MAKERS:
                found |= {text for text in texts if text.replace("-", "").isalpha() and text.islower()}
    return found - {"error", "warning", "agent", "text", "when", "status", "related", "otherwise", "require", "title"}


def test_the_table_and_the_sources_agree() -> None:
    assert "character" in codes_of('_fail(path, mark, "character", message)')
    used = set().union(*(codes_of(path.read_text(encoding="utf-8")) for path in SOURCES))
    assert used - CODES.keys() == set(), "explain these in the table"


def test_every_entry_is_a_pair_of_sentences() -> None:
    for code, entry in CODES.items():
        assert entry.meaning.endswith("."), code
        assert entry.remedy.endswith("."), code
