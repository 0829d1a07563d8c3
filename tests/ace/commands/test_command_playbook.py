"""`ace playbook`: another program's playbook in, ours out."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ace.building import commit_all
from tests.conftest import Ran

TEXT = "## TOOLS\n[t-1] helpful=3 harmful=0 :: Ask the user first.\n[t-2] Look twice before you answer.\n[t-3] x\n"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A small ACE text."""
    path = tmp_path / "book.txt"
    path.write_text(TEXT)
    return path


def test_imported_rules_load_lint_and_go_out_again(
    demo_repository: Path, source: Path, tmp_path: Path, ace: Callable[..., Ran]
) -> None:
    repo = str(demo_repository)
    dry = ace("playbook", "import", str(source), "-C", repo, "--dry-run", "--words-only", "--json")
    assert dry.code == 0, dry.err
    assert [rule["id"] for rule in dry.json["rules"]] == ["tools.ask-user-first", "tools.look-twice-before-you-answer"]  # type: ignore[attr-defined]
    assert not list(demo_repository.rglob("ask-user-first.yaml"))
    ran = ace("playbook", "import", str(source), "-C", repo, "--words-only", "-q")
    assert ran.code == 0, ran.err
    assert "2 rules written to" in ran.out
    assert "line 4 t-3" in ran.out
    assert len(list(demo_repository.rglob("ask-user-first.yaml"))) == 1
    assert ace("lint", "-C", repo, "--json").json["errors"] == 0
    again = ace("playbook", "import", str(source), "-C", repo, "--words-only")
    assert (again.code, "holds these words already" in again.out) == (1, True)
    out = tmp_path / "out.json"
    exported = ace(
        "playbook", "export", "--format", "ace-framework", "--output", str(out), "-C", repo, "--working-tree", "--json"
    )
    assert exported.code == 0, exported.err
    assert {"tools.ask-user-first", "tools.look-twice-before-you-answer"} <= set(exported.json["rules"])  # type: ignore[call-overload]
    back = ace("playbook", "import", str(out), "--output", str(tmp_path / "back/tutor"), "--words-only", "--json")
    assert back.code == 0, back.err
    assert [rule["id"] for rule in back.json["rules"]] == exported.json["rules"]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "case",
    [
        (("import", "gone.txt"), 1, "gone.txt: no such file"),
        (("import", "{source}", "--area", "../x"), 64, "is no area"),
        (("import", "{source}", "--format", "ace-framework"), 1, "not JSON"),
        (("import", "{source}", "--agent", ""), 64, "must not be empty"),
        (("import",), 64, "FILE"),
        (("export", "--json"), 64, "--output"),
        (("export", "--agent", "nobody"), 1, "no rule in use"),
        (("export", "--output", "{source}"), 1, "is there already"),
    ],
)
def test_what_cannot_be_done_says_why(
    case: tuple[tuple[str, ...], int, str], source: Path, demo_repository: Path, ace: Callable[..., Ran]
) -> None:
    arguments, code, says = case
    ran = ace("playbook", *(word.format(source=source) for word in arguments), "-C", str(demo_repository))
    assert ran.code == code, ran.err
    assert says in ran.err
    assert "Traceback" not in ran.err
    assert source.read_text() == TEXT


def test_export_prints_the_file_and_says_what_it_lacks(demo_repository: Path, ace: Callable[..., Ran]) -> None:
    ran = ace("playbook", "export", "-C", str(demo_repository))
    assert ran.code == 0, ran.err
    assert ran.out.startswith("## ")
    assert "the format cannot hold" in ran.err


def test_an_imported_rule_never_gets_the_id_of_a_deleted_one(
    starter: Path, source: Path, ace: Callable[..., Ran]
) -> None:
    def imported() -> list[str]:
        ran = ace("playbook", "import", str(source), "-C", str(starter), "--words-only", "-q", "--json")
        assert ran.code == 0, ran.err
        return [rule["id"] for rule in ran.json["rules"]]  # type: ignore[attr-defined]

    first = imported()
    commit_all(starter)
    for rule_id in first:
        (starter / "playbooks/tutor" / f"{rule_id.replace('.', '/', 1)}.yaml").unlink()
    commit_all(starter)
    assert not set(imported()) & set(first)
    assert ace("lint", "-C", str(starter), "--json").json["errors"] == 0
