"""`ace log` prints the life of a rule, or the nearest id."""

from pathlib import Path

import pytest

from ace.commands.group import run
from tests.ace.rejections.rejecting import make_repository
from tests.ace.review.playbook_repository import RULE_ID


@pytest.mark.parametrize(("rule", "code", "said"), [(RULE_ID, 0, "born"), ("tools.x", 1, "no rule on main")])
def test_log(tmp_path: Path, capsys: pytest.CaptureFixture[str], rule: str, code: int, said: str) -> None:
    make_repository(tmp_path / "repo")
    assert run(["log", rule, "-C", str(tmp_path / "repo")]) == code
    printed = capsys.readouterr()
    assert said in printed.out + printed.err
