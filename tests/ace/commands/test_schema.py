"""`ace schema`."""

from collections.abc import Callable
from pathlib import Path

from ace.playbook.rule_schema import schema_text
from tests.conftest import Ran


def test_it_prints_the_schema_of_rules_or_of_tests(ace: Callable[..., Ran]) -> None:
    assert ace("schema").out == schema_text("rule")
    assert ace("schema", "rule-test").out == schema_text("rule-test")
    assert ace("schema", "rules").code == 64


def test_it_writes_a_file(tmp_path: Path, ace: Callable[..., Ran]) -> None:
    target = tmp_path / "a/b.json"
    ran = ace("schema", "--output", str(target))
    assert (ran.code, ran.out) == (0, f"wrote {target}\n")
    assert target.read_bytes() == schema_text("rule").encode()
    assert ace("schema", "--output", "").code == 64
