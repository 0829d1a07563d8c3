"""Options several commands share."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

F = TypeVar("F", bound=Callable[..., object])


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
