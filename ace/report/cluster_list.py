"""The clusters known of an agent, as a table and as JSON."""

from collections.abc import Iterable

from ace.report.cluster_rows import fit, fit_rows
from ace.text.counted import counted
from ace.text.table import table
from ace.text.visible_text import escape_text
from analyzers.clusters.naming import template_name
from analyzers.clusters.registry import KnownCluster, Registry, bucket_of, severity_of
from analyzers.clusters.seen_run import SeenRun
from analyzers.clusters.tally import RECENT_RUNS, RunTally, recent_rank, score_spread, trend
from runtime.agents.registry import AGENTS
from runtime.contracts.json_types import JsonObject

SHOWN_NAME = 90
# In a narrower terminal two columns are left out, so that there is room for what went wrong.
WIDE_LIST = 110


def known_template_name(registry: Registry, cluster: KnownCluster) -> str:
    """Return the cluster's name by template, over all that is remembered of it."""
    weights = {key: registry.weights[key] for key in cluster.members} or {cluster.medoid: 1}
    described = registry.traits.get(cluster.medoid)
    return template_name(cluster.medoid, weights, described.example if described else "")


def known_name(registry: Registry, cluster: KnownCluster) -> str:
    """Return what the cluster is called: by a model where one named it, else by template."""
    return cluster.model_name or known_template_name(registry, cluster)


def ranked(registry: Registry, with_all: bool) -> tuple[KnownCluster, ...]:
    """Return the clusters, highest rank first; those that wait in the pool or are retired only `with_all`."""
    chosen = [cluster for cluster in registry.clusters if with_all or (cluster.born and cluster.is_active)]
    return tuple(sorted(chosen, key=lambda item: (not item.is_active, -recent_rank(registry, item), item.id)))


def clusters_json(registry: Registry, with_all: bool) -> JsonObject:
    """Return the registry of an agent as a JSON object.

    Keys: agent; grouping (`signatures` or `signatures+embedding`); waiting (signatures that are in no born cluster);
    runs [{run, created, simulated, episodes}], oldest first; clusters [`cluster_json`], highest rank first.
    """
    return {
        "agent": registry.agent,
        "grouping": "signatures+embedding" if registry.embedder else "signatures",
        "waiting": registry.pool_size,
        "runs": [
            {"run": run.run, "created": run.created, "simulated": run.simulated, "episodes": len(run.episodes)}
            for run in registry.runs
        ],
        "clusters": [cluster_json(registry, cluster) for cluster in ranked(registry, with_all)],
    }


def cluster_json(registry: Registry, cluster: KnownCluster) -> JsonObject:
    """Return what is known of one cluster as a JSON object.

    `rank` is failures x samples x severity weight over the last 5 runs, `score_spread` how far the own scores (0-1) of
    one sample's trials differ there (null where no sample had two), `trend` the counts of every run, oldest first.
    """
    counts = trend(registry, cluster)
    seen = [count.run for count in counts if count.failures]
    spread = score_spread(registry, cluster)
    return {
        "id": cluster.id,
        "name": known_name(registry, cluster),
        "named_by": "model" if cluster.model_name else "template",
        "template_name": known_template_name(registry, cluster),
        "namer": cluster.namer or None,
        "detector": cluster.medoid.detector,
        "severity": severity_of(registry, cluster),
        "bucket": bucket_of(registry, cluster),
        "signatures": len(cluster.members),
        "failures": sum(count.failures for count in counts),
        "rank": recent_rank(registry, cluster),
        "score_spread": None if spread is None else round(spread, 4),
        "trend": [count._asdict() for count in counts],
        "first_seen": cluster.first_seen or None,
        "born": cluster.born or None,
        "last_seen": seen[-1] if seen else None,
        "split_from": cluster.split_from or None,
        "split_into": list(registry.split_into(cluster.id)),
        "merged_into": cluster.merged_into or None,
        "retired": cluster.retired or None,
    }


def clusters_text(registry: Registry, with_all: bool, width: int | None = None) -> str:
    """Return the table of clusters, its rows cut to `width` columns if given, with what the columns mean under it."""
    shown = ranked(registry, with_all)
    recent = registry.runs[-RECENT_RUNS:]
    born = sum(1 for cluster in registry.active if cluster.born)
    head = f"{escape_text(registry.agent)}: {counted(born, 'cluster')} in {counted(len(registry.runs), 'run')}"
    out = head + _simulated(registry.runs) + f"; {counted(registry.pool_size, 'signature')} too rare so far\n"
    if shown:
        runs = ", ".join(escape_text(run.run) for run in recent)
        is_narrow = width is not None and width < WIDE_LIST
        rows = [["cluster", "rank", "failures", "severity", "differs", "born", "last seen", "what"]]
        rows += [_row(registry, cluster) for cluster in shown]
        if is_narrow:
            rows = [[*row[:4], *row[6:]] for row in rows]
        out += fit_rows(table(rows), width)
        differs = "differs: how far the scores of one sample's trials are apart (0-0.5)"
        last = f"differs and born: --json, or {WIDE_LIST} columns" if is_narrow else differs
        out += (
            f"  failures: one number a run, oldest first: {runs}; rank, highest first: failures x samples x severity "
        )
        out += f"(minor 1, major 3, critical 9) there; {last}\n"
        agent = AGENTS.get(registry.agent)
        came = "the student saw nothing" if agent is not None and agent.teaches else "they did not happen"
        out += f"  which of them a gate stopped, so that {came}: ace show c-...\n"
    if not with_all and len(shown) < len(registry.clusters):
        out += f"  {len(registry.clusters) - len(shown)} more are too rare so far or retired: --all\n"
    return out


def _simulated(runs: Iterable[SeenRun]) -> str:
    marks = [run.simulated for run in runs]
    if not any(marks):
        return ""
    return " (simulated)" if all(marks) else f" ({sum(marks)} of them simulated)"


def _row(registry: Registry, cluster: KnownCluster) -> list[str]:
    counts = trend(registry, cluster)
    spread = score_spread(registry, cluster)
    last = next((count.run for count in reversed(counts) if count.failures), "")
    return [
        cluster.id,
        str(recent_rank(registry, cluster)),
        trend_words(counts[-RECENT_RUNS:]),
        severity_of(registry, cluster),
        "-" if spread is None else f"{spread:.2f}",
        _day(registry, cluster.born) or "not yet",
        _day(registry, last) or "-",
        fit(escape_text(known_name(registry, cluster)), SHOWN_NAME)
        + (f" [{escape_text(cluster.medoid.detector)}]" if cluster.model_name else "")
        + lineage_words(registry, cluster),
    ]


def trend_words(counts: Iterable[RunTally]) -> str:
    """Return the failures of each run, oldest first: `12 9 4`."""
    return " ".join(str(count.failures) for count in counts)


def lineage_words(registry: Registry, cluster: KnownCluster) -> str:
    """Return where the cluster came from and went to, in brackets; nothing for one that only ever was itself."""
    parts = [f"split from {cluster.split_from}"] if cluster.split_from else []
    into = registry.split_into(cluster.id)
    parts += [f"merged into {cluster.merged_into}"] if cluster.merged_into else []
    parts += [f"split into {', '.join(into)}"] if into else []
    parts += ["retired"] if cluster.retired and not (cluster.merged_into or into) else []
    return f"  ({'; '.join(parts)})" if parts else ""


def _day(registry: Registry, run: str) -> str:
    """Return the day of a run, or its name where nothing else is remembered of it."""
    day = next((seen.created[:10] for seen in registry.runs if seen.run == run and seen.created), run)
    return escape_text(day)
