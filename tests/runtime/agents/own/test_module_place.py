"""Where a person's module is looked for."""

from pathlib import Path
from types import ModuleType

from runtime.agents.own.module_place import hidden_module_words, missing_module_words, module_files


def test_a_module_is_a_file_or_a_package(tmp_path: Path) -> None:
    assert module_files(tmp_path, "a.b") == (tmp_path / "a/b.py", tmp_path / "a/b/__init__.py")


def test_a_module_that_is_not_there_is_told_from_one_that_it_imports(tmp_path: Path) -> None:
    assert "no module a.b" in missing_module_words(ModuleNotFoundError("x", name="a"), "a.b", tmp_path)
    assert "mend the import" in missing_module_words(ModuleNotFoundError("x", name="numby"), "a.b", tmp_path)


def test_a_module_of_the_same_name_from_elsewhere_hides_it(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("", encoding="utf-8")
    module = ModuleType("a")
    module.__file__ = str(tmp_path / "elsewhere" / "a.py")
    assert f"hides {tmp_path / 'a.py'}" in hidden_module_words(module, "a", tmp_path)
    module.__file__ = str(tmp_path / "a.py")
    assert hidden_module_words(module, "a", tmp_path) == ""
    assert hidden_module_words(ModuleType("b"), "b", tmp_path) == ""
