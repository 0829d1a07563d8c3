"""The curator's bench as text."""

from collections.abc import Iterable

from ace.bench.curator import CuratorReport
from ace.bench.curator_tally import Share
from ace.text.counted import counted


def curator_text(report: CuratorReport) -> str:
    """Return the shares side by side, what the model cost, and why drafts did not pass."""
    where = f"{counted(report.clusters, 'cluster')} of {report.run}" + (
        " (simulated failures)" if report.simulated else ""
    )
    without = f", without {', '.join(report.without)}" if report.without else ""
    lines = [
        f"{report.model} on {where}, {counted(report.seeds, 'seed')}, at most {counted(report.attempts, 'attempt')}"
        f"{without}; 95% Wilson intervals",
        f"  {'':<40} {'first answer':<22} {'after all attempts':<22} {'heuristic curator':<22}".rstrip(),
    ]
    columns = [{share.name: share for share in shares} for shares in (report.first, report.kept, report.heuristic)]
    for name in _order(report):
        lines.append(f"  {name:<40} " + " ".join(f"{_cell(column.get(name)):<22}" for column in columns).rstrip())
    tokens = f"{report.prompt_tokens:,} + {report.completion_tokens:,} tokens"
    lines.append(f"  {counted(report.model_calls, 'model call')}, {tokens}, {report.seconds:.0f} s of model time")
    lines += [f"  {detector} ({cluster}): {why}" for cluster, detector, why in report.problems]
    return "\n".join(lines) + "\n"


def _order(report: CuratorReport) -> Iterable[str]:
    """Every name once, checks of the heuristic curator's drafts before the last line."""
    names = dict.fromkeys(share.name for shares in (report.first, report.kept, report.heuristic) for share in shares)
    last = report.heuristic[-1].name
    return [*(name for name in names if name != last), last]


def _cell(share: Share | None) -> str:
    if share is None:
        return "-"
    low, high = share.interval.low, share.interval.high
    return f"{share.count}/{share.of} [{low:.2f}, {high:.2f}]" if share.of else f"0/{share.of}"
