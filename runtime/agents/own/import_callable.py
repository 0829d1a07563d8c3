"""A person's own agent as a Python object: "package.module:name", found in the environment or at the repository's top.

Loading imports, and so runs, code that the working tree's ace.yaml names: the trust is that of running the project's
own tests, in a checkout one has looked at.
"""

import importlib
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from runtime.agents.own.faults import spoken
from runtime.agents.own.foreign_output import stdout_to_stderr
from runtime.agents.own.module_place import hidden_module_words, missing_module_words
from runtime.contracts.errors import RuntimeFault

_PATH = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")
METHOD = "run"


class OwnFunction(NamedTuple):
    """The function to call with a request, and whether it also takes `propose`."""

    call: Callable[..., object]
    takes_propose: bool


def import_callable(path: str, repo: Path) -> OwnFunction:
    """Return the function at `path`; of a class, the method `run` of one object made without arguments.

    Raises: RuntimeFault, naming the path, for what is not written so, is not found, cannot be imported or made, or does
    not take (request) or (request, propose).
    """
    if not _PATH.fullmatch(path):
        raise _problem(path, 'is not written as "package.module:function"')
    name, _, attribute = path.partition(":")
    with stdout_to_stderr():
        found = _attribute(path, _import(path, name, repo), attribute)
        function = _method(path, found) if isinstance(found, type) else found
    if not callable(function):
        raise _problem(path, f"{attribute!r} is {type(function).__name__}, neither a function nor a class")
    return OwnFunction(function, _takes_propose(path, function))


def _attribute(path: str, module: ModuleType, attribute: str) -> object:
    try:
        found: object = getattr(module, attribute, None)
    except Exception as exc:  # a stranger's module decides what its attributes do
        raise _problem(path, f"reading {attribute!r} failed: {spoken(exc)}") from exc
    if found is None:
        raise _problem(path, f"module {module.__name__} has no {attribute!r}")
    return found


def _method(path: str, found: type) -> object:
    try:
        method: object = getattr(found(), METHOD, None)
    except KeyboardInterrupt:
        raise
    except BaseException as exc:  # a stranger's class may do anything
        raise _problem(path, f"making a {found.__name__} without arguments failed: {spoken(exc)}") from exc
    if method is None:
        raise _problem(path, f"class {found.__name__} has no method {METHOD!r}")
    return method


def _takes_propose(path: str, function: Callable[..., object]) -> bool:
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # written in C: it says nothing of its parameters
        return False
    for count in (2, 1):
        try:
            signature.bind(*[None] * count)
        except TypeError:
            continue
        return count == 2
    raise _problem(path, f"must take (request) or (request, propose), and takes {signature}")


def _import(path: str, name: str, repo: Path) -> ModuleType:
    try:
        with _on_path(repo):
            module = importlib.import_module(name)
    except ModuleNotFoundError as exc:
        raise _problem(path, missing_module_words(exc, name, repo)) from exc
    except KeyboardInterrupt:
        raise
    except BaseException as exc:  # a stranger's module may raise anything, and a traceback would hide whose it is
        raise _problem(path, f"importing {name} failed: {spoken(exc)}") from exc
    hidden = hidden_module_words(module, name, repo)
    if hidden:
        raise _problem(path, hidden)
    return module


@contextmanager
def _on_path(repo: Path) -> Iterator[None]:
    """The repository's top is the last place looked at: it can hide no installed module.

    It stays there: an agent may import its parts only when it first needs them. No byte code is left in the working
    tree by this import.
    """
    top, writes_none = str(repo), sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    if top not in sys.path:
        sys.path.append(top)
    importlib.invalidate_caches()
    try:
        yield
    finally:
        sys.dont_write_bytecode = writes_none


def _problem(path: str, what: str) -> RuntimeFault:
    return RuntimeFault(f"ace.yaml: own_agent.path: {path!r}: {what}")
