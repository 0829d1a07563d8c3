"""`ace bench clusters`."""

from math import isnan
from pathlib import Path

import click

from ace.commands.options import GivenPath, json_option, not_empty, quiet_option
from ace.console import print_json, print_text, warn


@click.command("clusters")
@click.option("--input", "source", type=GivenPath(path_type=Path), help="Failures: .jsonl, .json or .csv, also as .gz.")
@click.option("--text", "error", default="error", show_default=True, callback=not_empty, help="Field with the error.")
@click.option("--label", default="label", show_default=True, callback=not_empty, help="Field with the known label.")
@click.option("--within", callback=not_empty, help="Also measure inside each value of this field.")
@click.option("--tune-by", callback=not_empty, help="Choose the cut on half of this field's values, report the others.")
@click.option("--cut", type=click.FloatRange(0, 2), help="Cosine distance, instead of the shipped one.")
@click.option("--hdbscan-rows", type=click.IntRange(min=50), default=2000, show_default=True, help="Rows HDBSCAN gets.")
@click.option("--synthetic", type=click.IntRange(min=1000), help="Instead of a file: so many made-up failures.")
@click.option("--signatures", type=click.IntRange(10, 10_000), default=5000, show_default=True, help="For --synthetic.")
@quiet_option
@json_option
def command(
    source: Path | None,
    error: str,
    label: str,
    within: str | None,
    tune_by: str | None,
    cut: float | None,
    hdbscan_rows: int,
    synthetic: int | None,
    signatures: int,
    quiet: bool,
    as_json: bool,
) -> None:
    """Put labelled failures into clusters and say how far that agrees with the labels; or measure speed at scale.

    Compared: exact text, signature only, ours, MiniLM + HDBSCAN; each in a process of its own. Errors may be texts or
    nested JSON. Needs scikit-learn: install ace-optimizer[bench].

    \b
    Example:
      ace bench clusters --input failures.jsonl.gz --text error --label label --tune-by model
      ace bench clusters --input failures.csv --label kind --within task --json
      ace bench clusters --synthetic 1000000 --signatures 5000
    """
    note = (lambda text: None) if quiet else warn
    if (source is None) == (synthetic is None):
        raise click.UsageError("give either --input FILE or --synthetic N")
    if cut is not None and isnan(cut):
        raise click.UsageError("--cut nan is no distance: give a number from 0 to 2")
    if tune_by is not None and cut is not None:
        raise click.UsageError("--tune-by chooses the cut: leave --cut out")
    if synthetic is not None:
        from ace.bench.cluster_scale import Plan
        from ace.bench.clusters_at_scale import measure_scale
        from ace.bench.clusters_text import scale_text

        if signatures > synthetic:
            raise click.UsageError(f"{synthetic} failures cannot have {signatures} signatures: give fewer --signatures")
        at_scale = measure_scale(Plan(synthetic, signatures), note)
        print_json(at_scale.to_json()) if as_json else print_text(scale_text(at_scale))
        return
    assert source is not None
    from ace.bench.clusters import ClusterRequest, measure_clusters
    from ace.bench.clusters_text import clusters_text
    from ace.bench.labelled_errors import Fields, skipped_text

    fields = Fields(error, label, within or "", tune_by or "")
    result = measure_clusters(ClusterRequest(source, fields, hdbscan_rows, cut), note)
    if result.skipped:
        warn(skipped_text(result.skipped))
    print_json(result.to_json()) if as_json else print_text(clusters_text(result))
