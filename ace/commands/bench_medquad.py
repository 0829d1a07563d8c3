"""`ace bench medquad`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ace.commands.options import environment, json_option, quiet_option
from ace.console import print_json, print_text

if TYPE_CHECKING:
    from ace.bench.medquad import Ask


@click.command("medquad")
@click.option(
    "--data", type=click.Path(path_type=Path), required=True, help="Folder with MedQuAD as JSONL (q, a, focus, qtype)."
)
@click.option("--limit", type=click.IntRange(min=20), help="Ask so many questions, spread over the file.")
@click.option(
    "--ask",
    type=click.Choice(["questions", "rare-words"]),
    default="questions",
    show_default=True,
    help="MedQuAD's questions, or single words that one passage alone has.",
)
@click.option("--without-headings", is_flag=True, help="Index the answers alone, without their subject.")
@quiet_option
@json_option
def command(data: Path, limit: int | None, ask: "Ask", without_headings: bool, quiet: bool, as_json: bool) -> None:
    """Ask MedQuAD's questions of all its answers: how often is the question's own answer first?

    The answers are embedded once (minutes) and kept in the user's cache.

    \b
    Example:
      ace bench medquad --data medquad --limit 500
    """
    from ace.bench.medquad import MedQuadRun, measure_medquad, medquad_text
    from ace.report.retrieve_run import reporter
    from runtime.retrieval.open_retriever import index_root
    from runtime.retrieval.settings import RetrievalSettings

    index = index_root(RetrievalSettings(), environment())
    run = MedQuadRun(data, index, ask, limit, without_headings)
    result = measure_medquad(run, reporter(is_quiet=quiet))
    print_json(result.to_json()) if as_json else print_text(medquad_text(result))
