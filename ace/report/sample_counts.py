"""How many samples there are of what, and what is wrong with sample files."""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, get_args

from ace.session import Session
from ace.text.counted import counted
from ace.text.table import table
from ace.text.visible_text import escape_text
from runtime.agents.registry import AgentSpec
from runtime.contracts.json_types import JsonObject
from runtime.contracts.sample import Sample, SampleRef, Split

SPLITS: tuple[Split, ...] = get_args(Split)
TAGS_SHOWN = 10
_NONE = "none"


class SampleCounts(NamedTuple):
    """Cases and samples, and cases by split, modality, organ and tag; what could not be read.

    `teaches`: the agent has a student, and a case one sample for each.
    """

    cases: int
    samples: int
    by: dict[str, dict[str, int]]
    problems: tuple[SampleRef, ...]
    teaches: bool = False


class CheckedSamples(NamedTuple):
    """What a folder holds, and what is wrong with it."""

    folder: Path
    cases: int
    samples: int
    problems: tuple[SampleRef, ...]


def count_samples(session: Session, split: str | None) -> SampleCounts:
    """Return the counts of the samples the settings name, of one split or all. Raises: ConfigError for a folder."""
    chosen = [name for name in SPLITS if split is None or name == split]
    samples, problems = session.samples(*chosen)
    cases = _cases(samples)
    return SampleCounts(
        cases=len(cases),
        samples=len(samples),
        by={
            "split": _counted(case.split for case in cases),
            "modality": _counted(case.modality or _NONE for case in cases),
            "organ": _counted(case.organ or _NONE for case in cases),
            "tag": _counted(tag for case in cases for tag in case.tags),
        },
        problems=problems,
        teaches=session.agent.teaches,
    )


def check_samples(folder: Path, agent: AgentSpec, top: Path | None) -> CheckedSamples:
    """Return what the files of `agent` in `folder` hold and what is wrong.

    `top` is where images named by a path start; None leaves those unlooked for.
    """
    loaded = agent.load([folder], frozenset(SPLITS), top)
    return CheckedSamples(folder, len(_cases(loaded.samples)), len(loaded.samples), loaded.problems)


def counts_text(counts: SampleCounts) -> str:
    """Return the counts as tables; the rarer tags are summed up, and what no case names has no table."""
    lines = f"{counted(counts.cases, 'case')}, {counted(counts.samples, 'sample')}"
    lines += " (one a student)\n" if counts.teaches else "\n"
    for name, found in counts.by.items():
        if found.keys() <= {_NONE}:
            continue
        rows = [[escape_text(key), str(number)] for key, number in list(found.items())[:TAGS_SHOWN]]
        lines += f"\n{name}\n" + table(rows)
        if len(found) > TAGS_SHOWN:
            lines += f"  ... and {len(found) - TAGS_SHOWN} more (--json lists all)\n"
    if counts.problems:
        lines += "\n" + _problem_lines(counts.problems)
    return lines


def counts_json(counts: SampleCounts) -> JsonObject:
    """Return the counts as JSON."""
    problems = [problem.model_dump() for problem in counts.problems]
    return {"cases": counts.cases, "samples": counts.samples, **counts.by, "problems": problems}


def check_text(checked: CheckedSamples) -> str:
    """Return what was found, one line a problem."""
    head = f"{escape_text(str(checked.folder))}: {counted(checked.cases, 'case')}, {counted(checked.samples, 'sample')}"
    return f"{head}; no problem\n" if not checked.problems else f"{head}\n{_problem_lines(checked.problems)}"


def check_json(checked: CheckedSamples) -> JsonObject:
    """Return what was found as JSON."""
    problems = [problem.model_dump() for problem in checked.problems]
    return {"folder": str(checked.folder), "cases": checked.cases, "samples": checked.samples, "problems": problems}


def _problem_lines(problems: Sequence[SampleRef]) -> str:
    lines = [f"{escape_text(p.path)}: {escape_text(p.where)}: {escape_text(p.problem)}\n" for p in problems]
    return f"{counted(len(problems), 'problem')}\n" + "".join(lines)


def _cases(samples: Sequence[Sample]) -> list[Sample]:
    """The first sample of each case: what is counted is the same for its students."""
    first: dict[str, Sample] = {}
    for sample in samples:
        first.setdefault(sample.case, sample)
    return list(first.values())


def _counted(values: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(values).items(), key=lambda item: (-item[1], item[0])))
