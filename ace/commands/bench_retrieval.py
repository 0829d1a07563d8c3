"""`ace bench retrieval`."""

import click

from ace.commands.options import json_option, quiet_option
from ace.console import print_json, print_text, warn


@click.command("retrieval")
@click.option("-n", "passages", type=click.IntRange(1000, 1_000_000), default=100_000, show_default=True)
@click.option("--queries", type=click.IntRange(20, 400), default=200, show_default=True, help="Questions asked.")
@click.option("--hnsw", is_flag=True, help="Also make a neighbour graph (minutes).")
@quiet_option
@json_option
def command(passages: int, queries: int, hnsw: bool, quiet: bool, as_json: bool) -> None:
    """Search synthetic passages: every vector compared, ACE's shortlist, words, and the whole hybrid search.

    Passages are sentences of the shipped cards in other company; their vectors are mixtures of the sentences' real
    ones. The questions are embedded for real.

    \b
    Example:
      ace bench retrieval
      ace bench retrieval -n 20000 --queries 50 --json
    """
    from ace.bench.retrieval import measure_retrieval
    from ace.bench.search_row import rows_text

    rows = measure_retrieval(passages, queries, (lambda text: None) if quiet else warn, hnsw)
    if as_json:
        print_json({"schema_version": 1, "n": passages, "queries": queries, "rows": [row.to_json() for row in rows]})
        return
    print_text(f"{passages} synthetic passages, {queries} questions\n\n{rows_text(rows)}")
