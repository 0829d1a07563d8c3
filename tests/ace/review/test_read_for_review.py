"""Rules read to be shown."""

import subprocess
import sys

import pytest

from ace.review.read_for_review import read_rule_text
from runtime.contracts.errors import RuleError
from runtime.rules.read_rule import parse_rule
from tests.ace.review.playbook_repository import NEW_RULE, RULE_PATH


def test_it_reads_what_the_loader_reads() -> None:
    assert read_rule_text(NEW_RULE, RULE_PATH) == parse_rule(NEW_RULE, RULE_PATH)


def test_a_condition_that_does_not_compile_is_still_shown() -> None:
    data = NEW_RULE.replace(b"require: state.retrieval.queried", b'require: "((("')
    assert read_rule_text(data, RULE_PATH).require == "((("


@pytest.mark.parametrize(
    ("data", "path", "reason"),
    [
        (b"a: [", RULE_PATH, "not valid YAML"),
        (NEW_RULE.replace(b"agent: tutor\n", b""), RULE_PATH, "agent: Field required"),
        (NEW_RULE.replace(b"priority: 40", b"priority: 400"), RULE_PATH, "priority: "),
        (NEW_RULE, RULE_PATH.replace("retrieve", "other"), "does not match the path"),
        (NEW_RULE.replace(b"Call", "C\u202eall".encode()), RULE_PATH, "U\\+202E"),
    ],
)
def test_what_cannot_be_read(data: bytes, path: str, reason: str) -> None:
    with pytest.raises(RuleError, match=reason):
        read_rule_text(data, path)


def test_the_path_of_ace_diff_loads_nothing_heavy() -> None:
    code = (
        "import sys; from ace.review import build_diff, render_diff, render_json, render_markdown, show, status; "
        "heavy = {'scipy', 'numpy', 'cel', 'jinja2', 'rich', 'git', 'openai', 'click'} & set(sys.modules); "
        "sys.exit(', '.join(sorted(heavy)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
