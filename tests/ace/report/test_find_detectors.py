"""What is listed where."""

from pathlib import Path

from ace.report.find_detectors import find_detectors
from analyzers.detectors.registry import DETECTORS
from tests.ace.building import commit_all, git, starter_repository


def test_outside_a_repository_the_shipped_ones_are_listed_and_it_is_said(tmp_path: Path) -> None:
    found = find_detectors(tmp_path, {})
    assert [row.name for row in found.rows] == [detector.name for detector in DETECTORS]
    assert {row.source for row in found.rows} == {"shipped"}
    assert "not in a git repository" in found.note


def test_a_repositorys_rules_and_own_detectors_come_after_them(tmp_path: Path) -> None:
    repo = starter_repository(tmp_path / "repo")
    (repo / "listed_checks.py").write_text(
        "from analyzers.detectors.reading import About\n"
        'ABOUT = About("listed_check", "design", "minor")\n'
        "def detect(episode):\n    return []\n"
    )
    config = (repo / "ace.yaml").read_text()
    (repo / "ace.yaml").write_text(f"{config}\nanalysis:\n  detectors: ['listed_checks:detect']\n")
    commit_all(repo)
    found = find_detectors(repo, {})
    rest = found.rows[len(DETECTORS) :]
    assert found.note == ""
    assert (rest[0].name, rest[0].source, rest[0].doc) == ("listed_check", "own", "Not documented.")
    rules = {row.name: row for row in rest[1:]}
    assert {row.source for row in rules.values()} == {"rule"}
    row = rules["rule:hints.one-level-at-a-time"]
    assert (row.scope, row.bucket, row.severity) == ("tutor", "misalignment", "major")
    assert 'action.kind == "HINT"' in row.doc
    assert row.remedy


def test_rules_that_cannot_be_read_are_no_silence(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "-b", "main")
    found = find_detectors(tmp_path, {})
    assert len(found.rows) == len(DETECTORS)
    assert found.note.startswith("no rule is listed: ")
    assert "no commit yet" in found.note
