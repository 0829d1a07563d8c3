"""How an inspection is scored: what it kept against the truth, which nothing has read before the end."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from runtime.agents.inspector.sample import CastingSample
from runtime.contracts.errors import ImageError
from runtime.contracts.json_types import JsonObject
from runtime.inspection.actions import Report
from runtime.inspection.castings import CASTING
from runtime.inspection.match import Matched, match_boxes
from runtime.inspection.screen_pair import NamedFile, screen_pair
from runtime.inspection.state import InspectorState
from runtime.inspection.truth import truth_boxes
from runtime.inspection.types import Box

# The least share of what is kept that is real, and of the real candidates that are kept, for a success.
LEAST_SHARE = 0.5


@dataclass(frozen=True)
class Scored:
    """An outcome's scores and its answer; the answer is empty where no report was taken."""

    scores: dict[str, float]
    answer: JsonObject = field(default_factory=dict)


def check_scorable(sample: CastingSample, base: Path | None) -> None:
    """Return when the sample's image can be inspected and scored; a drawn casting always can.

    Raises: ImageError when the image or its mask is not there or of no use, which is no fault of an agent.
    """
    if sample.image.startswith(CASTING):
        return
    if not sample.mask:
        raise ImageError(f"image {sample.image!r}: no mask, so nothing can be scored; name its mask")
    screen_pair(NamedFile(sample.image, base), NamedFile(sample.mask, base))


def score_inspection(
    sample: CastingSample, state: InspectorState, report: Report | None, base: Path | None = None
) -> Scored:
    """Return the scores of an episode that ended in `state`, with the report that was taken, if any.

    `success` is 1.0 when at least half of what is kept is real and at least half of the candidates that are real are
    kept, or nothing is kept where none of the candidates is real; without a report, or a search before it, it is 0.0.
    `precision` and `recall` are left out where nothing is kept, or nothing is there. kept, tp, fp, fn are counts. A
    kept id without a candidate is a false one.
    Raises: ImageError when the truth cannot be read.
    """
    truth = truth_boxes(sample.image, sample.mask, base)
    if report is None:
        return Scored(_counts(0, 0, len(truth), is_success=False))
    boxes = {candidate.id: candidate.box for candidate in state.candidates or ()}
    kept = list(dict.fromkeys(report.kept_ids))
    known = [name for name in kept if name in boxes]
    matched = match_boxes([boxes[name] for name in known], truth)
    real = _real(boxes, truth)
    hits = len(matched.hits)
    is_success = state.candidates is not None and _is_half(hits, len(kept)) and _is_half(hits, len(real))
    false = [known[index] for index in matched.false] + [name for name in kept if name not in boxes]
    answer: JsonObject = {
        "verdict": report.verdict,
        "kept_ids": kept,
        "false_kept": sorted(false),
        "missed_candidates": sorted(_missed(real, matched, set(known))),
        "rejections": state.rejections,
        "unmeasured": list(state.unmeasured),
        "skipped_candidate": bool(state.unmeasured),
    }
    return Scored(_counts(len(kept), hits, len(truth), is_success), answer)


def _is_half(hits: int, of: int) -> bool:
    return hits >= LEAST_SHARE * of


def _counts(kept: int, hits: int, there: int, is_success: bool) -> dict[str, float]:
    scores = {
        "success": float(is_success),
        "kept": float(kept),
        "tp": float(hits),
        "fp": float(kept - hits),
        "fn": float(there - hits),
    }
    if kept:
        scores["precision"] = hits / kept
    if there:
        scores["recall"] = hits / there
    return scores


def _real(boxes: dict[int, Box], truth: Sequence[Box]) -> dict[int, int]:
    """Return the candidates that are real, each with the index of the true box it hits."""
    names = list(boxes)
    return {names[index]: other for index, other in match_boxes([boxes[name] for name in names], truth).hits}


def _missed(real: dict[int, int], matched: Matched, kept: set[int]) -> list[int]:
    """Real candidates that were dropped; not where another candidate that hits the same void was kept."""
    found = {other for _, other in matched.hits}
    return [name for name, other in real.items() if name not in kept and other not in found]
