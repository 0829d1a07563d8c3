"""`ace bench slake`."""

from pathlib import Path

import click

from ace.commands.options import (
    GivenPath,
    environment,
    json_option,
    model_flags,
    model_options,
    quiet_option,
    repo_option,
)
from ace.console import print_json, print_text, warn

_PATH = GivenPath(path_type=Path)
# A small machine takes its time over a prompt; a measurement must not depend on that.
PATIENCE_S = 600.0


@click.command("slake")
@click.option("--data", type=_PATH, required=True, help="Folder with SLAKE's *.json files.")
@click.option("--knowledge", type=_PATH, multiple=True, help="Further folder to index, beside ace.yaml's; repeatable.")
@click.option("--limit", type=click.IntRange(min=1), help="At most so many questions, spread over the data set.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of options and answers.")
@click.option("--forced", is_flag=True, help="Leave the model no way to say that the evidence is insufficient.")
@model_options
@repo_option
@quiet_option
@json_option
def command(
    data: Path,
    knowledge: tuple[Path, ...],
    limit: int | None,
    seed: int,
    forced: bool,
    controller: str | None,
    model: str | None,
    base_url: str | None,
    repo: Path,
    quiet: bool,
    as_json: bool,
) -> None:
    """Ask SLAKE's questions for knowledge with passages from the local index and without, of the same model.

    No image is shown; the question says what kind of image of what region it was asked about. The likeliest token is
    taken (temperature 0).

    \b
    Example:
      ace bench slake --data slake --base-url http://127.0.0.1:8091/v1 --model local --limit 100
    """
    import asyncio

    from ace.bench.slake import SlakeRun, check_kind, measure_slake, slake_text
    from ace.bench.slake_questions import slake_questions
    from ace.report.retrieve_run import reporter
    from ace.session import open_session
    from runtime.models.reachable import check_reachable
    from runtime.retrieval.open_retriever import open_retriever

    flags = model_flags(controller, model, base_url) | {
        "controller.temperature": 0.0,
        "controller.timeout_s": PATIENCE_S,
    }
    session = open_session(repo, environment(), flags)
    run = SlakeRun(slake_questions(data, limit, seed), seed, forced)
    asked = session.controller()
    check_kind(asked)
    asyncio.run(check_reachable(session.controller_settings()))
    folders = (*session.knowledge_folders(), *knowledge)
    retriever = open_retriever(folders, session.retrieval_settings(), report=reporter(is_quiet=quiet))

    def progress(number: int, total: int) -> None:
        if number % 10 == 0 and not quiet:
            warn(f"asking {number} of {total}")

    result = asyncio.run(measure_slake(run, asked, retriever, progress))
    print_json(result.to_json()) if as_json else print_text(slake_text(result))
