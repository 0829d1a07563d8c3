"""What was found in trace files, as text and as JSON."""

from collections import Counter
from dataclasses import asdict

from ace.cycle.analyze_files import FilesAnalysis
from ace.report.counted import counted
from ace.report.text import clusters_table, not_analyzed_lines, rates_line, table
from ace.review.visible_text import escape_text
from runtime.contracts.json_types import JsonObject


def files_text(found: FilesAnalysis) -> str:
    """Return the files, how many episodes failed, and the clusters."""
    analysis, imported = found.analysis, found.imported
    rows = [["file", "format", "episodes", "messages", "calls", "problems"]]
    rows += [
        [
            escape_text(one.file),
            escape_text(one.format),
            *map(str, (one.episodes, one.messages, one.calls, one.problems)),
        ]
        for one in imported.counts
    ]
    head = (
        f"{counted(len(imported.counts), 'file')}: {counted(analysis.episodes, 'episode')}, "
        f"{counted(len(analysis.findings), 'finding')}, {counted(len(analysis.clusters), 'cluster')}\n"
    )
    checked = counted(found.rules, "reviewed rule") if found.rules else "no rules"
    out = head + table(rows) + rates_line(analysis) + f"  {checked} checked\n" + clusters_table(analysis)
    if imported.problems:
        out += f"  {counted(len(imported.problems), 'problem')} in the files: listed on stderr and with --json\n"
    return out + not_analyzed_lines(analysis)


def files_json(found: FilesAnalysis) -> JsonObject:
    """Return the same as a JSON object.

    Keys besides those of `Analysis.to_json`: files [{file, format, records, episodes, messages, calls, paired,
    problems}], problems [{file, line, what, reason}], rules_checked, agents {name: episodes}, simulated (false: what
    the files hold was recorded elsewhere).
    """
    agents = Counter(episode.header.agent for episode in found.imported.episodes)
    return {
        "files": [asdict(count) for count in found.imported.counts],
        "problems": [problem._asdict() for problem in found.imported.problems],
        "agents": dict(sorted(agents.items())),
        "rules_checked": found.rules,
        "simulated": False,
        **found.analysis.to_json(),
    }


def problem_lines(found: FilesAnalysis) -> tuple[str, ...]:
    """Return a line for each thing that could not be read, or only in part."""
    return tuple(f"{item.file}:{item.line}: {item.what}: {item.reason}" for item in found.imported.problems)
