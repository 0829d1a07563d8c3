"""Every detector that would read a run here: ACE's own, the project's, and one a reviewed rule with a condition."""

from collections.abc import Mapping
from pathlib import Path

from ace.detectors.loading import own_detectors
from ace.errors import AceError, WorkspaceError
from ace.report.detectors_text import DetectorTable, detector_row, rule_row
from ace.review.errors import ReviewError
from ace.session import open_session
from analyzers.detectors.registry import DETECTORS, rule_detectors
from runtime.contracts.errors import RuntimeFault


def find_detectors(folder: Path, environ: Mapping[str, str]) -> DetectorTable:
    """Return the detectors in the order they run: the table's, the project's own, the rules'.

    Outside a git repository only the table's. Rules that cannot be read are left out, and the note says why.
    Raises: AceError for a configuration that cannot be used.
    """
    shipped = tuple(detector_row(detector, "shipped") for detector in DETECTORS)
    try:
        session = open_session(folder, environ, {})
    except WorkspaceError as exc:
        if "not in a git repository" not in str(exc):
            raise
        return DetectorTable(shipped, f"{folder}: not in a git repository; only ACE's own detectors are listed")
    repo = session.workspace.repo
    own = tuple(detector_row(detector, "own") for detector in own_detectors(session.settings, repo))
    try:
        rules = tuple(rule for rule in session.playbook().rules if rule.is_checked)
    except (AceError, ReviewError, RuntimeFault) as exc:
        return DetectorTable((*shipped, *own), f"no rule is listed: {exc}")
    rows = tuple(rule_row(rule, detector) for rule, detector in zip(rules, rule_detectors(rules), strict=True))
    return DetectorTable((*shipped, *own, *rows))
