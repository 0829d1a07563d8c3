"""The table of detectors for the inspector."""

from analyzers.detectors.detector import Detector, entry
from analyzers.detectors.inspector import (
    candidate_never_measured,
    false_candidate_kept,
    invented_candidate,
    kept_unmeasured,
    malformed_action,
    no_report,
    real_candidate_dropped,
    repeated_look,
    report_sent_back,
    step_limit,
    talked_instead_of_acting,
    verdict_contradicts_kept,
)

# How it looked, what it reported, what was right of it, and how it ended.
INSPECTOR_DETECTORS: tuple[Detector, ...] = (
    entry(malformed_action.ABOUT, malformed_action.detect, "inspector"),
    entry(talked_instead_of_acting.ABOUT, talked_instead_of_acting.detect, "inspector"),
    entry(repeated_look.ABOUT, repeated_look.detect, "inspector", of_proposal=True),
    entry(invented_candidate.ABOUT, invented_candidate.detect, "inspector", of_proposal=True),
    entry(candidate_never_measured.ABOUT, candidate_never_measured.detect, "inspector", of_proposal=True),
    entry(kept_unmeasured.ABOUT, kept_unmeasured.detect, "inspector", of_proposal=True),
    entry(verdict_contradicts_kept.ABOUT, verdict_contradicts_kept.detect, "inspector", of_proposal=True),
    entry(report_sent_back.ABOUT, report_sent_back.detect, "inspector", of_proposal=True),
    entry(false_candidate_kept.ABOUT, false_candidate_kept.detect, "inspector", of_proposal=True),
    entry(real_candidate_dropped.ABOUT, real_candidate_dropped.detect, "inspector", of_proposal=True),
    entry(step_limit.ABOUT, step_limit.detect, "inspector"),
    entry(no_report.ABOUT, no_report.detect, "inspector"),
)
