"""Imported episodes kept apart: a run has one episode for each sample and trial. Pure."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from runtime.contracts.trace_event import Episode


def with_distinct_samples(episodes: Sequence[tuple[Path, Episode]]) -> tuple[Episode, ...]:
    """Return the episodes, no two with the same sample and trial; each comes with the file it was read from.

    Files that have the same trial of the same sample tried different tasks that happen to share names: all samples of
    such files get the file's name before their own. Within a file the later one is a further trial of the same sample.
    """
    files: dict[tuple[str, int], set[Path]] = {}
    for path, episode in episodes:
        files.setdefault((episode.header.sample, episode.header.trial), set()).add(path)
    clashing = {path for paths in files.values() if len(paths) > 1 for path in paths}
    labels = _labels({path for path, _ in episodes})
    taken: set[tuple[str, int]] = set()
    following: dict[str, int] = {}
    out = []
    for path, episode in episodes:
        header = episode.header
        if path in clashing:
            own = f"{labels[path]}:{header.sample}"
            header = replace(header, sample=own, case=own)
        trial = header.trial
        if (header.sample, trial) in taken:
            trial = following.get(header.sample, 0)
            while (header.sample, trial) in taken:
                trial += 1
            following[header.sample] = trial + 1
        taken.add((header.sample, trial))
        out.append(replace(episode, header=replace(header, trial=trial)))
    return tuple(out)


def _labels(paths: set[Path]) -> dict[Path, str]:
    """Return each file's name, or the whole path where another has the same name."""
    names = Counter(path.name for path in paths)
    return {path: path.name if names[path.name] == 1 else str(path) for path in paths}
