"""A project's own detectors, and what is said of those that cannot be used."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ace.config.settings import AnalysisSettings, Settings
from ace.detectors.loading import load_detectors, own_detectors
from ace.errors import ConfigError
from analyzers.detectors.registry import DETECTORS, run_detectors
from runtime.contracts.trace_event import ControllerInfo, Episode, Header, Outcome, Step

HEAD = """\
from analyzers.detectors.reading import About, finding_at, proposals

ABOUT = About("{name}", "design", "minor")

"""
SHOUTS = """\
def detect(episode):
    \"\"\"Find steps that shout.

    Bucket: design. Severity: minor. Remedy: speak softly.
    \"\"\"
    return [finding_at(episode, step, ABOUT, "it shouts") for step in proposals(episode, "HINT")]
"""


@pytest.fixture
def project(tmp_path: Path) -> Callable[[str, str], Path]:
    """Return a writer of modules into a project's folder: (module name, source)."""

    def write(name: str, source: str) -> Path:
        file = tmp_path.joinpath(*name.split(".")).with_suffix(".py")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source, encoding="utf-8")
        return tmp_path

    return write


def _episode(agent: str = "tutor") -> Episode:
    controller = ControllerInfo("scripted", "fixed", simulated=True)
    header = Header("r1", "e1", "s1", "c1", "dev", 0, 0, agent, controller, "", {}, (), {})
    step = Step("r1", "e1", 0, (), "", "", proposed={"action": "HINT", "text": "LOOK!"})
    return Episode(header, (step,), Outcome("r1", "e1", "responded", "", {}))


def test_a_detector_from_the_repositorys_top_finds_like_the_others(project: Callable[[str, str], Path]) -> None:
    repo = project("own_checks_a.shouting", HEAD.format(name="shouts") + SHOUTS)
    settings = Settings(analysis=AnalysisSettings(detectors=("own_checks_a.shouting:detect",)))
    before = list(sys.path)
    own = own_detectors(settings, repo)
    assert sys.path == before
    assert [(one.name, one.bucket, one.severity, one.scope) for one in own] == [("shouts", "design", "minor", "any")]
    assert "Remedy: speak softly." in own[0].doc
    found = run_detectors([_episode()], detectors=(*DETECTORS, *own)).findings
    assert [(one.detector, one.step) for one in found if one.detector == "shouts"] == [("shouts", 0)]


def test_attributes_of_the_function_count_before_the_modules(project: Callable[[str, str], Path]) -> None:
    more = 'detect.ABOUT = About("softly", "verification", "major")\ndetect.SCOPE = "tool_agent"\n'
    repo = project("own_checks_b", HEAD.format(name="shouts") + SHOUTS + more)
    own = load_detectors(["own_checks_b:detect"], repo)
    assert [(one.name, one.scope) for one in own] == [("softly", "tool_agent")]
    assert not own[0].reads(_episode().header)
    assert own[0].reads(_episode("imported").header)


def test_importing_leaves_nothing_in_the_working_tree(project: Callable[[str, str], Path]) -> None:
    repo = project("own_checks_s", HEAD.format(name="shouts") + SHOUTS + "detect.__doc__ = 5\nprint('hello')\n")
    before = sys.dont_write_bytecode
    assert load_detectors(["own_checks_s:detect"], repo)[0].doc == "Not documented."
    assert [path.name for path in repo.iterdir()] == ["own_checks_s.py"]
    assert sys.dont_write_bytecode == before


def test_none_are_named_by_default(tmp_path: Path) -> None:
    assert own_detectors(Settings(), tmp_path) == ()


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("return None", "TypeError: it must return a list of findings, not NoneType"),
        ("return ['shouts']", "TypeError: it must return a list of findings, not list"),
        ("return episode.nowhere", "AttributeError: 'Episode' object has no attribute 'nowhere'"),
        (
            'return [finding_at(episode, episode.steps[0], About("early_reveal", "design", "minor"), "x")]',
            "TypeError: it must return findings of 'shouts', not of 'early_reveal'",
        ),
    ],
    ids=["nothing", "no findings", "raises", "another's name"],
)
def test_what_it_does_wrong_is_recorded_and_the_others_still_find(
    body: str, reason: str, project: Callable[[str, str], Path], request: pytest.FixtureRequest
) -> None:
    name = f"own_checks_c{abs(hash(request.node.name))}"
    repo = project(name, HEAD.format(name="shouts") + f"def detect(episode):\n    {body}\n")
    result = run_detectors([_episode()], detectors=(*load_detectors([f"{name}:detect"], repo), *DETECTORS))
    assert [(one.detector, one.reason) for one in result.errors] == [("shouts", reason)]


PROBLEMS = {
    "form": ("own_checks_d", "", 'is not written as "package.module:function"'),
    "module": ("own_checks_nowhere.deep:detect", "", "there is no module own_checks_nowhere.deep in the environment"),
    "inner import": (
        "own_checks_e:detect",
        "import own_checks_missing",
        "No module named 'own_checks_missing'; install",
    ),
    "exits": ("own_checks_p:detect", "import sys\nsys.exit(0)", "RuntimeError: it ended the process (exit 0)"),
    "attribute raises": (
        "own_checks_q:detect",
        "def __getattr__(name):\n    raise ValueError('no')",
        "reading 'detect' failed: ValueError: no",
    ),
    "severity no text": (
        "own_checks_r:detect",
        HEAD.format(name="r").replace('"minor"', '["minor"]') + SHOUTS,
        "its ABOUT needs a name",
    ),
    "raises": ("own_checks_f:detect", "raise ValueError('no')", "importing own_checks_f failed: ValueError: no"),
    "syntax": ("own_checks_g:detect", "def detect(:", "importing own_checks_g failed: SyntaxError"),
    "function": ("own_checks_h:detekt", HEAD.format(name="h") + SHOUTS, "module own_checks_h has no 'detekt'"),
    "not callable": ("own_checks_i:detect", "detect = 3", "'detect' is int, not a function"),
    "about": ("own_checks_j:detect", "def detect(episode):\n    return []\n", "has no ABOUT; write ABOUT = About("),
    "bad about": (
        "own_checks_k:detect",
        HEAD.format(name="Bad Name") + SHOUTS,
        "its ABOUT needs a name of small letters, digits and _",
    ),
    "taken": ("own_checks_l:detect", HEAD.format(name="early_reveal") + SHOUTS, "the name 'early_reveal' is taken"),
    "scope": (
        "own_checks_m:detect",
        HEAD.format(name="m") + SHOUTS + 'SCOPE = "all"\n',
        "its SCOPE must be one of tutor",
    ),
    "hidden": ("json.decoder:detect", HEAD.format(name="n") + SHOUTS, "module json.decoder has no 'detect'"),
}


@pytest.mark.parametrize(("path", "source", "message"), PROBLEMS.values(), ids=PROBLEMS)
def test_what_cannot_be_loaded_is_named(
    path: str, source: str, message: str, project: Callable[[str, str], Path], tmp_path: Path
) -> None:
    module = path.partition(":")[0]
    repo = project(module, source) if source and module != "json.decoder" else tmp_path
    with pytest.raises(ConfigError) as info:
        load_detectors([path], repo)
    assert str(info.value).startswith(f"ace.yaml: analysis.detectors: {path!r}: ")
    assert message in str(info.value)


def test_a_module_hidden_by_an_installed_one_is_not_taken_for_it(project: Callable[[str, str], Path]) -> None:
    repo = project("json", HEAD.format(name="shouts") + "def dumps(episode):\n    return []\n")
    with pytest.raises(ConfigError, match=r"which hides .*json\.py; give it another name"):
        load_detectors(["json:dumps"], repo)


def test_one_name_twice_is_refused(project: Callable[[str, str], Path]) -> None:
    repo = project("own_checks_o", HEAD.format(name="shouts") + SHOUTS)
    with pytest.raises(ConfigError, match="the name 'shouts' is taken"):
        load_detectors(["own_checks_o:detect", "own_checks_o:detect"], repo)
