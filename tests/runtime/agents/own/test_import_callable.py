"""Agents by dotted path: functions, classes, and modules that do what they should not."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from runtime.agents.own.import_callable import import_callable
from runtime.contracts.errors import RuntimeFault


@pytest.fixture(autouse=True)
def _imports() -> Iterator[None]:
    """Leave the import path and the modules as they were."""
    path, modules = list(sys.path), set(sys.modules)
    yield
    sys.path[:] = path
    for name in set(sys.modules) - modules:
        if name.startswith("own_"):
            del sys.modules[name]


@pytest.mark.parametrize(
    ("source", "name", "takes_propose"),
    [
        ("def run(request): return 1", "run", False),
        ("def run(request, propose): return 2", "run", True),
        ("def run(request, propose=None): return 2", "run", True),
        ("def run(*parts): return 2", "run", True),
        ("async def run(request): return 1", "run", False),
        ("class Agent:\n    def run(self, request, propose): return 2", "Agent", True),
        ("class Agent:\n    def __call__(self, request): return 1\nrun = Agent()", "run", False),
    ],
    ids=["request", "with propose", "optional", "any", "async", "class", "object"],
)
def test_what_can_be_called(tmp_path: Path, source: str, name: str, takes_propose: bool) -> None:
    (tmp_path / "own_fine.py").write_text(source)
    assert import_callable(f"own_fine:{name}", tmp_path).takes_propose is takes_propose
    assert not (tmp_path / "__pycache__").exists()


def test_a_package_and_what_it_imports_later(tmp_path: Path) -> None:
    (tmp_path / "own_pack").mkdir()
    (tmp_path / "own_pack" / "__init__.py").write_text("")
    (tmp_path / "own_pack" / "agent.py").write_text("def run(request):\n    import own_late\n    return own_late.X\n")
    (tmp_path / "own_late.py").write_text("X = 5\n")
    assert import_callable("own_pack.agent:run", tmp_path).call({}) == 5


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("own_odd", "is not written as"),
        ("own_odd:run()", "is not written as"),
        ("own_odd.py:run", "there is no module own_odd.py"),
        ("own_nothing:run", "there is no module own_nothing in the environment or at"),
        ("own_odd:missing", "has no 'missing'"),
        ("own_odd:NUMBER", "neither a function nor a class"),
        ("own_odd:none", r"must take \(request\) or \(request, propose\)"),
        ("own_odd:three", "must take"),
        ("own_odd:NoRun", "no method 'run'"),
        ("own_odd:Failing", "making a Failing without arguments failed: SystemExit: 3"),
        ("own_raises:run", "importing own_raises failed: ValueError: odd"),
        ("own_exits:run", "importing own_exits failed: SystemExit: 4"),
        ("own_needs:run", "install it, or mend the import"),
        ("own_syntax:run", "importing own_syntax failed: SyntaxError"),
        ("json:run", "which hides"),
    ],
)
def test_what_cannot_be_called_is_named(tmp_path: Path, path: str, says: str) -> None:
    odd = """
NUMBER = 1
def none(): pass
def three(a, b, c): pass
class NoRun: pass
class Failing:
    def __init__(self): raise SystemExit(3)
"""
    files = {
        "own_odd": odd,
        "own_raises": "raise ValueError('odd')",
        "own_exits": "raise SystemExit(4)",
        "own_needs": "import own_not_installed",
        "own_syntax": "def",
        "json": "def run(request): pass",
    }
    for name, source in files.items():
        (tmp_path / f"{name}.py").write_text(source)
    with pytest.raises(RuntimeFault, match=says) as caught:
        import_callable(path, tmp_path)
    assert "own_agent.path" in str(caught.value)


def test_what_a_module_prints_is_no_output_of_ours(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "own_loud.py").write_text("print('hello')\ndef run(request): pass\n")
    import_callable("own_loud:run", tmp_path)
    assert capsys.readouterr().out == ""
