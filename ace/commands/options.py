"""Options several commands share, and printing: results to stdout, progress to stderr."""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

F = TypeVar("F", bound=Callable[..., object])


def repo_option(function: F) -> F:
    """Add -C/--repo."""
    return click.option(
        "-C",
        "--repo",
        type=click.Path(path_type=Path),
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
        click.option("--model", help="Model name as the server knows it."),
        click.option(
            "--controller", type=click.Choice(["openai", "simulated", "scripted", "recorded"]), help="Back-end."
        ),
    ):
        function = option(function)
    return function


def model_flags(controller: str | None, model: str | None, base_url: str | None) -> dict[str, object]:
    """Return the settings that the model options stand for."""
    return {"controller.kind": controller, "controller.model": model, "controller.base_url": base_url}


def environment() -> dict[str, str]:
    """Return a copy of the process environment."""
    return dict(os.environ)


class ReaderGoneError(Exception):
    """Whoever read stdout (a pager, `head`) has closed it: a quiet end, not an error."""


def print_json(value: object) -> None:
    """Write one JSON object to stdout."""
    print_text(json.dumps(value, indent=2, ensure_ascii=True))


def print_text(text: str) -> None:
    """Write text to stdout, ending in a newline; what the stream's encoding cannot hold is written escaped.

    Raises: ReaderGoneError when stdout is closed at the other end (click would make an error of it).
    """
    text = text if text.endswith("\n") else text + "\n"
    encoding = sys.stdout.encoding or "utf-8"
    try:
        sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))
        sys.stdout.flush()
    except BrokenPipeError as exc:
        raise ReaderGoneError from exc
