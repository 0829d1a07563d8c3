"""Every source module has a test of its name, so that one knows where to look."""

import re
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
PACKAGES = ("ace", "analyzers", "runtime")
# Nothing to run: types, tables and constants that other tests use throughout.
WITHOUT_CODE = {
    "ace/__main__.py",
    "ace/model_memory.py",
    "runtime/contracts/decision.py",
    "runtime/contracts/ports.py",
}


def _sources() -> list[Path]:
    return [
        path.relative_to(TOP)
        for package in PACKAGES
        for path in sorted((TOP / package).rglob("*.py"))
        if path.name != "__init__.py" and "_data" not in path.parts
    ]


def _has_functions(path: Path) -> bool:
    return re.search(r"^ *(?:async )?def ", (TOP / path).read_text(encoding="utf-8"), re.MULTILINE) is not None


def test_each_module_with_functions_has_a_test_of_its_name() -> None:
    names = {path.name for path in (TOP / "tests").rglob("test_*.py")}
    missing = [
        str(path)
        for path in _sources()
        if _has_functions(path)
        and str(path) not in WITHOUT_CODE
        and not any(name.endswith(f"_{path.name}") for name in names)
    ]
    assert missing == []


def test_modules_are_small() -> None:
    long = {str(path): n for path in _sources() if (n := len((TOP / path).read_text().splitlines())) > 300}
    assert long == {}


def test_data_folders_are_not_packages() -> None:
    assert [str(path) for name in ("playbooks", "samples") for path in (TOP / name).rglob("__init__.py")] == []
