"""What an agent's episodes came to, by image."""

from collections.abc import Iterable, Sequence

from ace.inspection.row import Cost, Measured
from runtime.contracts.trace_event import Episode, Outcome
from runtime.inspection.counts import ImageCounts, pool


def measured_episodes(episodes: Iterable[Episode], voids: dict[str, int], seeds: int) -> Measured:
    """Return the counts by sample, costs as means over episodes. `voids`: how many each sample's image has.

    An episode without a report has kept nothing and missed them all.
    """
    ended = [(one, one.outcome) for one in episodes]
    counted = [(one, end) for one, end in ended if end is not None and not one.is_infrastructure_error]
    by_image: dict[str, list[ImageCounts]] = {}
    for episode, end in counted:
        name = episode.header.sample
        by_image.setdefault(name, []).append(_counts(end, voids[name]))
    reports = [end for _, end in counted if _is_report(end)]
    return Measured(
        by_image={name: pool(by_image[name]) for name in voids if name in by_image},
        cost=_cost([end for _, end in counted]),
        seeds=seeds,
        undecided=len(ended) - len(counted),
        no_report=len(counted) - len(reports),
        skipped=sum(_has_skipped(end) for end in reports) / len(reports) if reports else None,
        is_simulated=any(one.header.controller.simulated for one, _ in ended),
    )


def _is_report(end: Outcome) -> bool:
    return end.terminal == "answered"


def _has_skipped(end: Outcome) -> bool:
    return end.answer.get("skipped_candidate") is True


def _counts(end: Outcome, voids: int) -> ImageCounts:
    if not _is_report(end):
        return ImageCounts(0, 0, 0, voids)
    return ImageCounts(*(round(end.scores[name]) for name in ImageCounts._fields))


def _cost(ends: Sequence[Outcome]) -> Cost:
    return Cost(
        steps=_mean(ends, "steps"),
        calls=_mean(ends, "tool_calls"),
        model_calls=_mean(ends, "model_calls"),
        tokens=_mean(ends, "prompt_tokens") + _mean(ends, "completion_tokens"),
        seconds=_mean(ends, "seconds"),
    )


def _mean(ends: Sequence[Outcome], name: str) -> float:
    values = [end.spent.get(name, 0) for end in ends]
    return sum(value for value in values if isinstance(value, int | float)) / len(ends) if ends else 0.0
