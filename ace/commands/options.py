"""Options several commands share, and printing: results to stdout, progress to stderr."""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

F = TypeVar("F", bound=Callable[..., object])
_MAX_WARNING_CHARS = 8000


class GivenPath(click.Path):
    """A path that is not empty: an unset shell variable must not mean the present folder."""

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | os.PathLike[str]:
        """Return the path. Raises: click.BadParameter for an empty one, and as click's own."""
        if value == "":
            self.fail("must not be empty", param, ctx)
        return super().convert(value, param, ctx)


def repo_option(function: F) -> F:
    """Add -C/--repo."""
    return click.option(
        "-C",
        "--repo",
        type=GivenPath(path_type=Path),
        default=Path(),
        show_default="the present folder",
        help="Repository to work in.",
    )(function)


def json_option(function: F) -> F:
    """Add --json."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else on stdout.")(
        function
    )


def quiet_option(function: F) -> F:
    """Add -q/--quiet."""
    return click.option("-q", "--quiet", is_flag=True, help="No progress on stderr.")(function)


def model_options(function: F) -> F:
    """Add the options that name a controller."""
    for option in (
        click.option("--base-url", help="OpenAI-compatible server, for example http://127.0.0.1:8091/v1."),
        click.option("--model", help="Model name as the server knows it; a local model's folder."),
        click.option(
            "--controller",
            type=click.Choice(["openai", "local", "simulated", "scripted", "recorded"]),
            help="Back-end.",
        ),
    ):
        function = option(function)
    return function


def bundle_options(function: F) -> F:
    """Add --bundle and --state."""
    for option in (
        click.option(
            "--state",
            type=GivenPath(path_type=Path),
            help="Folder for runs where there is no repository (default: below $XDG_STATE_HOME/ace).",
        ),
        click.option(
            "--bundle",
            type=GivenPath(path_type=Path),
            help="Use the rules in this file of `ace bundle`; needs no repository.",
        ),
    ):
        function = option(function)
    return function


def bundle_flags(bundle: Path | None, state: Path | None) -> dict[str, object]:
    """Return the settings that the bundle options stand for."""
    return {"rules.bundle": bundle, "rules.state": state}


V = TypeVar("V", str | None, tuple[str, ...])


def not_empty(context: click.Context, parameter: click.Parameter, value: V) -> V:
    """Refuse a value that is empty, or has an empty part: an unset shell variable must not mean "all of it"."""
    if value == "" or (isinstance(value, tuple) and "" in value):
        raise click.BadParameter("must not be empty", context, parameter)
    return value


def model_flags(controller: str | None, model: str | None, base_url: str | None) -> dict[str, object]:
    """Return the settings that the model options stand for."""
    return {"controller.kind": controller, "controller.model": model, "controller.base_url": base_url}


def environment() -> dict[str, str]:
    """Return a copy of the process environment."""
    return dict(os.environ)


class ReaderGoneError(Exception):
    """Whoever read stdout (a pager, `head`) has closed it, or there never was one: a quiet end, not an error."""


def is_terminal() -> bool:
    """True when stdout is a terminal; False also when the process was started without one."""
    return sys.stdout is not None and sys.stdout.isatty()


def warn(text: str) -> None:
    """Write lines to stderr, where there is one.

    Messages hold words of strangers (of files, branches, models): what a terminal would obey is written out, and what
    goes beyond 8,000 characters left out.
    """
    if sys.stderr is None:
        return
    from ace.review.visible_text import escape_text

    left_out = len(text) - _MAX_WARNING_CHARS
    shown = text if left_out <= 0 else f"{text[:_MAX_WARNING_CHARS]}... and {left_out} characters more"
    sys.stderr.write("\n".join(map(escape_text, shown.split("\n"))) + "\n")


def print_json(value: object) -> None:
    """Write one JSON object to stdout."""
    print_text(json.dumps(value, indent=2, ensure_ascii=True))


def print_text(text: str) -> None:
    """Write text to stdout, ending in a newline; what the stream's encoding cannot hold is written escaped.

    Raises: ReaderGoneError when stdout is closed at the other end (click would make an error of it).
    """
    if sys.stdout is None:
        raise ReaderGoneError
    text = text if text.endswith("\n") else text + "\n"
    encoding = sys.stdout.encoding or "utf-8"
    try:
        sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))
        sys.stdout.flush()
    except BrokenPipeError as exc:
        raise ReaderGoneError from exc
