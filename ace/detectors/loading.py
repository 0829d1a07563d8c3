"""A project's own detectors: `analysis.detectors` of ace.yaml names them, each "package.module:function".

A detector is a function from an episode to a list of findings, with an ABOUT (analyzers.detectors.reading.About) beside
it in the module, or as an attribute of the function; SCOPE, in the same places, says whose episodes it reads
(analyzers.detectors.detector.Scope; "any" without one). Modules are looked for in the environment first, then from the
repository's top.

Loading imports, and so runs, code that the working tree's ace.yaml names: the trust is that of running the project's
own tests, in a checkout one has looked at. No flag, no environment variable and no reviewed rule can name a detector.
"""

import importlib
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from inspect import cleandoc
from pathlib import Path
from types import ModuleType
from typing import get_args

from ace.config.settings import CONFIG_NAME, Settings
from ace.detectors.own_findings import checked, foreign_code
from ace.errors import ConfigError
from analyzers.detectors.detector import Detector, Scope
from analyzers.detectors.reading import About
from analyzers.detectors.registry import DETECTORS
from analyzers.finding import SEVERITY_WEIGHT, Bucket
from runtime.agents.own.module_place import hidden_module_words, missing_module_words

_PATH = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_SCOPES: tuple[str, ...] = get_args(Scope)
_BUCKETS: tuple[str, ...] = get_args(Bucket)


def own_detectors(settings: Settings, repo: Path) -> tuple[Detector, ...]:
    """Return the project's own detectors, in the order ace.yaml names them. Raises: ConfigError as `load_detectors`."""
    return load_detectors(settings.analysis.detectors, repo)


def load_detectors(paths: Sequence[str], repo: Path) -> tuple[Detector, ...]:
    """Return the detectors at `paths` ("package.module:function"); importing them runs their modules.

    Raises: ConfigError, naming the path, for one that is not written so, is not found, cannot be imported, is no
    function, has no usable ABOUT, or has a name that is taken.
    """
    taken = {detector.name for detector in DETECTORS}
    loaded: list[Detector] = []
    for path in paths:
        detector = _load(path, repo)
        if detector.name in taken:
            raise _problem(path, f"the name {detector.name!r} is taken; choose another in its ABOUT")
        taken.add(detector.name)
        loaded.append(detector)
    return tuple(loaded)


def _load(path: str, repo: Path) -> Detector:
    if not _PATH.fullmatch(path):
        raise _problem(path, 'is not written as "package.module:function"')
    name, _, attribute = path.partition(":")
    module = _import(path, name, repo)
    try:
        with foreign_code():
            function = getattr(module, attribute, None)
            about = _beside(module, function, "ABOUT")
            scope = _beside(module, function, "SCOPE")
            documentation = getattr(function, "__doc__", None)
    except Exception as exc:  # a stranger's module decides what its attributes do
        raise _problem(path, f"reading {attribute!r} failed: {type(exc).__name__}: {exc}") from exc
    if function is None:
        raise _problem(path, f"module {name} has no {attribute!r}")
    if not callable(function):
        raise _problem(path, f"{attribute!r} is {type(function).__name__}, not a function")
    if not isinstance(about, About):
        raise _problem(path, f'has no ABOUT; write ABOUT = About("{attribute}", "verification", "minor") in {name}')
    if not _is_usable(about):
        raise _problem(
            path,
            "its ABOUT needs a name of small letters, digits and _, a bucket of "
            f"{', '.join(_BUCKETS)}, and a severity of {', '.join(SEVERITY_WEIGHT)}",
        )
    if scope is not None and not (isinstance(scope, str) and scope in _SCOPES):
        raise _problem(path, f"its SCOPE must be one of {', '.join(_SCOPES)}")
    doc = cleandoc(documentation) if isinstance(documentation, str) else ""
    detect = checked(about.name, function)
    return Detector(about.name, about.bucket, about.severity, doc or "Not documented.", detect, scope or "any")  # type: ignore[arg-type]


def _is_usable(about: About) -> bool:
    if not all(isinstance(part, str) for part in (about.name, about.bucket, about.severity, about.state_path)):
        return False
    return bool(_NAME.fullmatch(about.name)) and about.bucket in _BUCKETS and about.severity in SEVERITY_WEIGHT


def _beside(module: ModuleType, function: object, name: str) -> object:
    return getattr(function, name, getattr(module, name, None))


def _import(path: str, name: str, repo: Path) -> ModuleType:
    try:
        with _on_path(repo), foreign_code():
            module = importlib.import_module(name)
    except ModuleNotFoundError as exc:
        raise _problem(path, missing_module_words(exc, name, repo)) from exc
    except Exception as exc:  # a stranger's module may raise anything, and a traceback would hide whose it is
        raise _problem(path, f"importing {name} failed: {type(exc).__name__}: {exc}") from exc
    hidden = hidden_module_words(module, name, repo)
    if hidden:
        raise _problem(path, hidden)
    return module


@contextmanager
def _on_path(repo: Path) -> Iterator[None]:
    """The repository's top is the last place looked at, and only meanwhile: it can hide no installed module.

    No byte code is left in the working tree.
    """
    top, writes_none = str(repo), sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    sys.path.append(top)
    importlib.invalidate_caches()
    try:
        yield
    finally:
        sys.dont_write_bytecode = writes_none
        sys.path.reverse()
        sys.path.remove(top)
        sys.path.reverse()


def _problem(path: str, what: str) -> ConfigError:
    return ConfigError(f"{CONFIG_NAME}: analysis.detectors: {path!r}: {what}")
