"""`ace retrieve`."""

from pathlib import Path

import click

from ace.commands.options import environment, json_option, quiet_option, repo_option
from ace.console import print_json, print_text


@click.command("retrieve")
@click.argument("query", required=False)
@click.option("-k", "count", type=click.IntRange(1, 100), default=3, show_default=True, help="How many passages.")
@click.option("--kind", type=click.Choice(["bm25", "hybrid"]), help="Words alone, or words and vectors.")
@click.option(
    "--folder",
    "folders",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Search this folder of cards (*.yaml), *.md or *.jsonl instead; may be repeated.",
)
@click.option("--image", "image_ref", default="", help="The case's image, as samples name it.")
@click.option("--build", is_flag=True, help="Make the index, and say what it holds; QUERY may be left out.")
@repo_option
@quiet_option
@json_option
def command(
    query: str | None,
    count: int,
    kind: str | None,
    folders: tuple[Path, ...],
    image_ref: str,
    build: bool,
    repo: Path,
    quiet: bool,
    as_json: bool,
) -> None:
    """Search the local index for QUERY as the agent's tool does, and show what each ranking thought.

    In a repository with ACE its knowledge is searched, elsewhere the cards that ship with ACE. `bm25 #` and
    `text #` are a passage's places by words and by meaning, `fused` adds up 1/(60 + place) of each, and `score` orders
    what is shown: cosine of meaning plus up to 0.2 for words (with words alone: `fused`).

    \b
    Example:
      ace retrieve "why is fluid bright on T2" -k 5
      ace retrieve --folder notes --build
    """
    from ace.report.retrieve_run import index_report, run_search
    from ace.report.retrieve_source import find_source
    from ace.report.retrieve_text import search_json, search_text

    if not build and not (query or "").strip():
        raise click.UsageError('say what to look up: ace retrieve "words of the subject"')
    source = find_source(repo, environment(), folders, kind)
    if build and not query:
        value, text = index_report(source, quiet)
        print_json(value) if as_json else print_text(text)
        return
    searched = run_search(source, query or "", count, image_ref, quiet)
    print_json(search_json(searched)) if as_json else print_text(search_text(searched))
