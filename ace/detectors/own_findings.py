"""A project's own detector, held to its contract: what it does wrong is its own fault on record, and nothing more."""

import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import fields
from inspect import iscoroutine
from io import StringIO
from typing import get_args

from analyzers.finding import MAX_QUOTE, SEVERITY_WEIGHT, Bucket, Finding
from runtime.contracts.trace_event import Episode, Header

# A message says what is wrong in a line; the quote is the place for what the trace said.
MAX_MESSAGE = 10_000
MAX_REASON = 500
_BUCKETS: tuple[str, ...] = get_args(Bucket)
_TEXTS = tuple(each.name for each in fields(Finding) if each.name != "step")


@contextmanager
def foreign_code() -> Iterator[None]:
    """Run a stranger's code: what it prints goes to stderr, and ending the process or an odd error is an error.

    Raises: RuntimeError for SystemExit and whatever else is no Exception (an interrupt goes on), and for an error whose
    words cannot be had or are longer than 500 characters; other exceptions as they are.
    """
    with redirect_stdout(sys.stderr if sys.stderr is not None else StringIO()):
        try:
            yield
        except KeyboardInterrupt:
            raise
        except SystemExit as exc:
            raise RuntimeError(f"it ended the process (exit {exc.code!r}), which no detector may") from exc
        except BaseException as exc:
            said = _words(exc)
            if isinstance(exc, Exception) and said is not None and len(said) <= MAX_REASON:
                raise
            words = "its words cannot be had" if said is None else f"{said[:MAX_REASON]}..."
            raise RuntimeError(f"{type(exc).__name__}: {words}") from exc


def _words(exc: BaseException) -> str | None:
    try:
        return str(exc)
    except Exception:  # noqa: BLE001  a stranger's exception may not even know its own words
        return None


def checked(name: str, function: Callable[[Episode], object]) -> Callable[[Episode], list[Finding]]:
    """Return the function with its result looked at: it raises for what is no list of sound findings of `name`.

    It is given a copy of the episode, so that what it changes there hides nothing from the others.
    """

    def detect(episode: Episode) -> list[Finding]:
        with foreign_code():
            found = function(pickle.loads(pickle.dumps(episode, pickle.HIGHEST_PROTOCOL)))
        if iscoroutine(found):
            found.close()
        if not isinstance(found, list | tuple) or not all(type(one) is Finding for one in found):
            raise TypeError(f"it must return a list of findings, not {type(found).__name__}")
        others = [one.detector for one in found if one.detector != name or one.rule]
        if others:
            raise TypeError(f"it must return findings of {name!r}, not of {others[0]!r}")
        for one in found:
            _check(one, episode.header)
        return list(found)

    return detect


def _check(finding: Finding, header: Header) -> None:
    """Raise TypeError or ValueError when `finding` is not one of this episode, with texts that can be kept."""
    for part in _TEXTS:
        value = getattr(finding, part)
        if not isinstance(value, str):
            raise TypeError(f"a finding's {part} must be a text, not {type(value).__name__}")
        limit = MAX_QUOTE if part == "quote" else MAX_MESSAGE
        if len(value) > limit:
            raise ValueError(f"a finding's {part} has {len(value)} characters; {limit} are the most")
        if any("\ud800" <= character <= "\udfff" for character in value):
            raise ValueError(f"a finding's {part} holds a lone surrogate, which no file can")
    if type(finding.step) is not int or not -1 <= finding.step < 2**31:
        raise ValueError(f"a finding's step must be the number of a step, not {str(finding.step)[:40]}")
    if finding.bucket not in _BUCKETS or finding.severity not in SEVERITY_WEIGHT:
        raise ValueError(
            f"a finding's bucket must be one of {', '.join(_BUCKETS)}, its severity of {', '.join(SEVERITY_WEIGHT)}; "
            f"not {finding.bucket[:40]!r} and {finding.severity[:40]!r}"
        )
    for part in ("episode", "sample", "case", "source"):
        if getattr(finding, part) != getattr(header, part):
            raise ValueError(f"a finding's {part} must be the episode's, {getattr(header, part)!r}; use finding_at")
