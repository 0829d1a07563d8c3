"""The measurements of `ace bench clusters` as text."""

from ace.bench.cluster_tuning import Tuning
from ace.bench.clusters import ClusterBench
from ace.bench.clusters_at_scale import ScaleResult
from ace.bench.labelled_errors import skipped_text


def clusters_text(result: ClusterBench) -> str:
    """Return the table of methods with what must be said about it."""
    lines = [f"{result.input}: {result.n} rows, {result.labels} labels in {result.fields.label!r}"]
    if result.skipped:
        lines.append(skipped_text(result.skipped))
    if result.tuning is not None:
        lines.append(_tuning_text(result.tuning))
    lines += [
        "",
        f"{'method':<18} {'n':>7} {'unique':>7} {'groups':>7} {'ARI':>7} {'AMI':>7} {'V':>7} {'s':>7} {'MiB':>7}",
    ]
    for row in result.rows:
        counts = f"{row.n:>7} {row.unique:>7} {row.groups:>7}"
        scores = " ".join(f"{score:>7.3f}" for score in row.agreement)
        lines.append(f"{row.method:<18} {counts} {scores} {row.seconds:>7.2f} {row.peak_mb:>7.0f}")
        if row.within is not None:
            scores = " ".join(f"{score:>7.3f}" for score in row.within.agreement)
            lines.append(f"{'  within':<18} {row.within.rows:>7} {'':>7} {row.within.groups:>7} {scores}")
    notes = [f"{row.method}: {row.note}" for row in result.rows if row.note]
    if result.fields.within:
        notes.append(
            f"within: mean over the values of {result.fields.within!r} that have two labels or more, "
            "each weighted by its rows; groups: how many"
        )
    notes.append(f"s: with libraries and models, without reading the file. MiB: {result.memory}")
    return "\n".join([*lines, "", *notes]) + "\n"


def scale_text(result: ScaleResult) -> str:
    """Return what was measured on synthetic failures."""
    return (
        f"{result.n} synthetic failures of {result.signatures} signatures ({result.unique} told apart), "
        f"{result.groups} groups\n"
        f"  seconds                         {result.seconds:.1f}\n"
        f"  MiB                             {result.peak_mb:.0f}\n"
        f"  same groups in another order    {'yes' if result.is_same_shuffled else 'NO'}\n"
        f"  ids kept after 10% more         {result.ids_kept:.1%}\n"
        "seconds and MiB hold the making of the failures, the model and the libraries\n"
    )


def _tuning_text(tuning: Tuning) -> str:
    return (
        f"cut {tuning.cut:g} chosen on {tuning.tune_rows} rows ({tuning.tune_values} values of {tuning.field!r}); "
        f"below are the other {tuning.report_rows} rows ({tuning.report_values} values)"
    )
