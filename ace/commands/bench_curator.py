"""`ace bench curator`."""

from pathlib import Path

import click

from ace.commands.options import environment, json_option, not_empty, quiet_option, repo_option
from ace.console import print_json, print_text, warn

FACTS = ("bands", "other_rules", "contrast", "coverage", "rejections", "rules", "can_go", "candidates")


@click.command("curator")
@click.argument("run", default="latest", callback=not_empty)
@click.option("--seeds", type=click.IntRange(1, 100), default=1, show_default=True, help="Draftings of each cluster.")
@click.option("--clusters", type=click.IntRange(min=1), help="At most so many clusters, the most urgent first.")
@click.option("--without", type=click.Choice(FACTS), multiple=True, help="A fact the model is not told; repeatable.")
@repo_option
@quiet_option
@json_option
def command(
    run: str,
    seeds: int,
    clusters: int | None,
    without: tuple[str, ...],
    repo: Path,
    quiet: bool,
    as_json: bool,
) -> None:
    """Ask the configured curator's model about each failure cluster of RUN and count what its answers are worth.

    Counted, with Wilson's 95% intervals: valid JSON, an operation, a valid rule, conditions that compile, each static
    check, all of them; of the first answers and of what is kept after all attempts; beside the curator that needs no
    model, on the same clusters. Nothing is judged and nothing is written. Held-out samples are not looked at.

    \b
    Example:
      ace run && ace bench curator --clusters 8
      ace bench curator latest --seeds 3 --without candidates --without contrast --json
    """
    import asyncio

    from ace.bench.curator import CuratorReport, Plan, measure_curator
    from ace.bench.curator_source import curator_source
    from ace.bench.curator_text import curator_text
    from ace.session import open_session
    from runtime.models.closing import close_controller

    session = open_session(repo, environment(), {})
    model = session.curator_model()
    source = curator_source(session, run, clusters)
    note = (lambda text: None) if quiet else warn

    async def measure() -> CuratorReport:
        try:
            return await measure_curator(source, model, Plan(seeds, frozenset(without)), note)
        finally:
            await close_controller(model)

    report = asyncio.run(measure())
    print_json(report.to_json()) if as_json else print_text(curator_text(report))
