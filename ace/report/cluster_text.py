"""One cluster as `ace show` tells it: members, trend, trials, quotes, and its best and worst trace."""

from ace.report.cluster_compare import pair_json, pair_text
from ace.report.cluster_list import cluster_json, known_name, lineage_words
from ace.report.cluster_view import ClusterView
from ace.report.text import cluster_text
from ace.text.counted import counted
from ace.text.table import table
from ace.text.visible_text import escape_text
from analyzers.clusters.registry import KnownCluster, Registry, bucket_of, severity_of
from analyzers.clusters.tally import trend
from analyzers.signatures import Signature
from runtime.contracts.json_types import JsonObject

SHOWN_MEMBERS = 10
SHOWN_SAMPLES = 10
SHOWN_RUNS = 12


def view_json(view: ClusterView) -> JsonObject:
    """Return the cluster as a JSON object.

    Keys: those of `cluster_list.cluster_json`; where the run has it, those of `Cluster.to_json`, whose figures are the
    run's own (`failures_in_all` are those of every run that is remembered); run; simulated; members [{signature,
    failures, example}] over all runs, most failures first; trials [{sample, trials, trials_with, share, score_spread}]
    of the run; side_by_side (`cluster_compare.pair_json`, null where no trace of a failing sample is better).
    """
    registry, known = view.registry, view.known
    whole = cluster_json(registry, known)
    return {
        **whole,
        **(view.cluster.to_json() if view.cluster is not None else {}),
        "failures_in_all": whole["failures"],
        **{name: whole[name] for name in ("rank", "born", "split_from", "merged_into")},
        "run": view.run.record.run if view.run is not None else None,
        "simulated": view.run.record.simulated if view.run is not None else None,
        "members": [
            {"signature": key._asdict(), "failures": count, "example": _example(registry, key)}
            for key, count in members_by_failures(registry, known)
        ],
        "trials": [
            {
                "sample": item.sample,
                "trials": item.trials,
                "trials_with": item.trials_with,
                "share": round(item.share, 4),
                "score_spread": None if item.spread is None else round(item.spread, 4),
            }
            for item in view.trials
        ],
        "side_by_side": pair_json(view.pair) if view.pair is not None else None,
    }


def view_text(view: ClusterView, width: int | None) -> str:
    """Return the same for people; best and worst trace are side by side where the terminal is `width` >= 100 wide."""
    registry, known = view.registry, view.known
    if view.cluster is None:
        out = f"{known.id}  {escape_text(known_name(registry, known))}{lineage_words(registry, known)}\n"
        if not known.is_active:
            return out + _gone_line(registry, known)
        here = f"{view.run.record.run} does not show it" if view.run is not None else "no run is left to show it in"
        out += f"  {severity_of(registry, known)}, {bucket_of(registry, known)}; {here}\n"
        return out + _members_text(registry, known) + _trend_text(registry, known)
    assert view.run is not None
    mark = " (simulated)" if view.run.record.simulated else ""
    head, _, quotes = cluster_text(view.cluster, view.run.episodes).partition("\n")
    where = f"in {view.run.record.run}{mark}, agent {escape_text(registry.agent)}"
    out = f"{head}{lineage_words(registry, known)}\n  {where}\n"
    out += _members_text(registry, known) + _trend_text(registry, known) + _trials_text(view) + quotes
    return out + ("\n" + pair_text(view.pair, width) if view.pair is not None else "")


def members_by_failures(registry: Registry, known: KnownCluster) -> list[tuple[Signature, int]]:
    """Return the members with their failures in all runs that are remembered, most failures first."""
    counts = {
        key: sum(item.failures for run in registry.runs for item in run.failures.get(key, ())) for key in known.members
    }
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def _gone_line(registry: Registry, known: KnownCluster) -> str:
    into = registry.split_into(known.id)
    gone = [f"merged into {known.merged_into}: ace show {known.merged_into}"] if known.merged_into else []
    gone += [f"split into {', '.join(into)}"] if into else []
    where = "; ".join(gone) or "its failures are in several other clusters now"
    return f"  retired in {escape_text(known.retired)}; {where}\n"


def _members_text(registry: Registry, known: KnownCluster) -> str:
    found = members_by_failures(registry, known)
    if len(found) <= 1:
        return ""
    lines = [f"  {counted(len(found), 'signature')}"]
    for key, count in found[:SHOWN_MEMBERS]:
        error = f" [{escape_text(key.error_class)}]" if key.error_class else ""
        lines.append(f"    {count:>5}{error} {escape_text(key.message)}")
    if len(found) > SHOWN_MEMBERS:
        lines.append(f"          ... and {len(found) - SHOWN_MEMBERS} more (--json lists all)")
    return "\n".join(lines) + "\n"


def _trend_text(registry: Registry, known: KnownCluster) -> str:
    counts = trend(registry, known)[-SHOWN_RUNS:]
    if len(counts) < 2:
        return ""
    rows = [["run", "failures", "episodes", "samples", ""]]
    for count in counts:
        share = f"{count.episodes_with}/{count.episodes_total}"
        rows.append(
            [
                escape_text(count.run),
                str(count.failures),
                share,
                str(count.samples),
                "" if count.failures else "not seen",
            ]
        )
    return table(rows, "    ")


def _trials_text(view: ClusterView) -> str:
    several = [item for item in view.trials if item.trials > 1]
    if not several:
        return ""
    rows = [["sample", "trials with it", "scores differ by"]]
    for item in several[:SHOWN_SAMPLES]:
        spread = "-" if item.spread is None else f"{item.spread:.2f}"
        rows.append([escape_text(item.sample), f"{item.trials_with}/{item.trials} ({item.share:.0%})", spread])
    more = f"      ... and {len(several) - SHOWN_SAMPLES} samples more\n" if len(several) > SHOWN_SAMPLES else ""
    return table(rows, "    ") + more


def _example(registry: Registry, key: Signature) -> str | None:
    return registry.traits[key].example if key in registry.traits else None
