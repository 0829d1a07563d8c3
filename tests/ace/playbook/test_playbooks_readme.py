"""The rule that playbooks/README.md shows is one that works."""

import re
from pathlib import Path

from ace.playbook.lint import lint_playbook
from ace.playbook.run_tests import run_rule_tests
from runtime.rules.load_reviewed import parse_playbook

README = Path(__file__).parents[3] / "playbooks" / "README.md"


def example() -> dict[str, bytes]:
    """Return the files the page shows: a path in backticks, then the YAML block of it."""
    found = re.findall(r"^`(tutor/\S+\.yaml)`[^`]*?\n\n```yaml\n(.*?)```", README.read_text("utf-8"), re.M | re.S)
    return {f"playbooks/{path}": text.encode() for path, text in found}


def test_the_example_passes_lint_and_its_own_test() -> None:
    files = example()
    assert len(files) == 2
    assert lint_playbook(files, "playbooks/tutor") == []
    playbook = parse_playbook(files, "playbooks/tutor")
    results = run_rule_tests(playbook)
    assert {result.kind for result in results} == {"violates", "complies"}
    assert [result for result in results if not result.ok] == []
    assert playbook.rules[0].is_checked


def test_every_yaml_block_is_part_of_the_example_and_links_lead_somewhere() -> None:
    text = README.read_text("utf-8")
    assert text.count("```yaml") == len(example())
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", text)
    assert "../docs/conditions.md" in links
    assert [link for link in links if not (README.parent / link).exists()] == []
