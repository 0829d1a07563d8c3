"""Rows of clusters with an example under the first, and rows that fit a terminal."""

from collections.abc import Sequence

from ace.cycle.analyze_run import FEW, Analysis
from ace.text.table import table
from ace.text.visible_text import display_width, escape_text
from analyzers.clusters.cluster import Cluster

# With an example under each of so many clusters the table is still one to look over.
SHOWN_EXAMPLES = 5
# So many of the rare ones where there are no others: a few short traces hold nothing but rare failures.
SHOWN_RARE = 5
MAX_NAME = 110
MAX_QUOTE = 160
_ELLIPSIS = "..."
_LONG_WORD = 12


def fit(line: str, width: int) -> str:
    """Return `line` in at most `width` columns: where it is longer, cut at a word, with an ellipsis."""
    if display_width(line) <= width:
        return line
    room, used, cut = max(width - len(_ELLIPSIS), 1), 0, 0
    for character in line:
        used += display_width(character)
        if used > room:
            break
        cut += 1
    kept = line[:cut]
    at_word = kept if line[cut] == " " else kept[: kept.rfind(" ") + 1]
    # A long word is cut inside, as one is that has none before it: too little would be left.
    chosen = at_word if at_word.strip() and cut - len(at_word) <= _LONG_WORD else kept
    return (chosen.rstrip() + _ELLIPSIS)[: max(width, 1)]


def fit_rows(text: str, width: int | None) -> str:
    """Return `text` with the rows that begin with a cluster's id cut to `width` columns; as it is without a width."""
    if width is None:
        return text
    return "\n".join(fit(line, width) if line.startswith("  c-") else line for line in text.split("\n"))


def shown_clusters(clusters: Sequence[Cluster], with_all: bool) -> tuple[Cluster, ...]:
    """Return the clusters to list, in their order: without `with_all` only those that are not rare, if there are any.

    Rare is one with failures in fewer than 3 episodes or 2 samples.
    """
    if with_all:
        return tuple(clusters)
    return tuple(cluster for cluster in clusters if cluster.is_born) or tuple(clusters[:SHOWN_RARE])


def clusters_with_examples(analysis: Analysis, with_all: bool, width: int | None) -> str:
    """Return the clusters of an analysis, highest rank first, one quoted example under each of the first."""
    if not analysis.clusters:
        return "  no failure was found\n"
    shown = shown_clusters(analysis.clusters, with_all)
    rows = [["cluster", "failures", "samples", "severity", "what"], *map(_row, shown)]
    head, *lines = table(rows).splitlines()
    out = [head]
    for place, (line, cluster) in enumerate(zip(lines, shown, strict=True)):
        out.append(line if width is None else fit(line, width))
        out += [example_line(cluster, width)] if place < SHOWN_EXAMPLES and cluster.findings else []
    if len(shown) < len(analysis.clusters):
        out.append(f"  and {len(analysis.clusters) - len(shown):,} rarer ones (--all)")
    if analysis.grouping == "signatures" and analysis.grouping_note not in ("", FEW):
        out.append(f"  grouped by signature only: {escape_text(analysis.grouping_note)}")
    return "\n".join(out) + "\n"


def example_line(cluster: Cluster, width: int | None) -> str:
    """Return where the cluster's first failure is and what it quotes there, on one line."""
    first = cluster.findings[0]
    quote = fit(escape_text(" ".join(first.quote.split()) or first.message), MAX_QUOTE)
    line = f"      {escape_text(first.episode)} step {first.step} | {quote}"
    return line if width is None else fit(line, width)


def _row(cluster: Cluster) -> list[str]:
    name = fit(escape_text(cluster.name), MAX_NAME)
    return [cluster.id, str(cluster.failures), str(len(cluster.samples)), cluster.severity, name]
