"""A run's episodes as trace documents, one a line, each with what was found in it; written whole or not at all."""

import json
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from ace.errors import AceError
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode
from runtime.traces.formats.evaluation import Evaluation
from runtime.traces.formats.export_otlp import export_episode


def export_lines(episodes: Iterable[Episode], findings: Iterable[Finding] = ()) -> Iterator[str]:
    """Yield each episode as one line: an OTLP export request, findings as evaluations of the steps they are about."""
    by_episode: dict[str, list[Evaluation]] = defaultdict(list)
    for finding in findings:
        by_episode[finding.episode].append(finding_evaluation(finding))
    for episode in episodes:
        request = export_episode(episode, by_episode.get(episode.header.episode, ()))
        yield json.dumps(request, ensure_ascii=True, separators=(",", ":"), allow_nan=False)


def finding_evaluation(finding: Finding) -> Evaluation:
    """Return a finding as an evaluation: the severity is its label; it has no score."""
    quote = f": {finding.quote}" if finding.quote else ""
    return Evaluation(finding.detector, finding.severity, None, f"{finding.message}{quote}", finding.step)


def write_lines(path: Path, lines: Iterable[str]) -> int:
    """Write the lines to a temporary file beside `path`, then put it in place; return how many there were.

    A file that exists is replaced. Raises: AceError when `path` is no plain file or its folder does not exist, or
    when it cannot be written; `path` is then as it was.
    """
    if not path.absolute().parent.is_dir():
        raise AceError(f"{path}: its folder does not exist; make it, or name another")
    if path.exists() and not path.is_file():
        raise AceError(f"{path}: is no plain file, so it cannot be replaced; name another")
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with temporary.open("w", encoding="utf-8") as file:
            count = 0
            for line in lines:
                file.write(f"{line}\n")
                count += 1
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as exc:
        reason = exc.strerror or str(exc)
        raise AceError(f"{path}: cannot be written ({reason}); it is as it was: make room, or name another") from exc
    finally:
        temporary.unlink(missing_ok=True)
    return count
