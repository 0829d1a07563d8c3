"""`ace detectors`."""

from pathlib import Path

import click

from ace.commands.options import environment, json_option, not_empty, repo_option
from ace.console import print_json, print_text, warn


@click.command("detectors")
@click.argument("name", required=False, callback=not_empty)
@click.option(
    "--agent",
    metavar="NAME",
    callback=not_empty,
    help="Only those that read episodes of this agent, named as its traces name it.",
)
@repo_option
@json_option
def command(name: str | None, agent: str | None, repo: Path, as_json: bool) -> None:
    """List what is looked for in traces. NAME shows one in full: what is found, what is not, and what helps.

    Works outside a repository too. In one, the reviewed rules with conditions are listed (as rule:<id>), and the
    project's own detectors that `analysis.detectors` in ace.yaml names; to list those, their modules are imported.

    \b
    Example:
      ace detectors
      ace detectors repeated_call
      ace detectors --agent my-agent
      ace detectors --json
    """
    from ace.report.detectors_text import (
        detector_text,
        detectors_json,
        detectors_of_agent,
        detectors_text,
        only_detector,
    )
    from ace.report.find_detectors import find_detectors

    found = find_detectors(repo, environment())
    if found.note:
        warn(f"ace: {found.note}")
    if name is not None:
        found = only_detector(found, name)
    if agent is not None:
        found = detectors_of_agent(found, agent)
    if as_json:
        print_json(detectors_json(found))
    else:
        print_text(detectors_text(found) if name is None else detector_text(found.rows))
