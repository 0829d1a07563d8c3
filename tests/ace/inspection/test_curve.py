"""The control's curve: chosen on dev images, reported on others."""

from itertools import pairwise

from ace.inspection.curve import Scored, curve, dev_front, keep_all, most_precise
from ace.inspection.thresholds import CandidateTable, Thresholds
from runtime.inspection.counts import ImageCounts, pool, precision_of, recall_of
from tests.ace.inspection.inspection_images import image, separable_images


def test_the_front_gains_precision_as_it_loses_recall() -> None:
    images = [image(n, [(n / 40, float(n % 4), n % 3 == 0), (0.5 - n / 80, 3.0, n % 5 == 0)]) for n in range(40)]
    front = dev_front(CandidateTable(images))
    assert len(front) > 2
    for wider, narrower in pairwise(front):
        assert wider.counts.tp > narrower.counts.tp
        assert (precision_of(wider.counts) or 0) < (precision_of(narrower.counts) or 0)


def test_thresholds_that_tell_everything_are_found_and_hold_on_other_images() -> None:
    front = dev_front(CandidateTable(separable_images(20)))
    best = most_precise(front, 0.5)
    assert best is not None
    # The values tried are quantiles, so that a false one may slip through; without thresholds 40 do.
    assert (best.counts.tp, best.counts.fn) == (20, 20)
    assert best.counts.fp <= 3
    points = curve(front, CandidateTable(separable_images(30, first=100)))
    assert pool(point.held_out for point in points if point.thresholds == best.thresholds).tp >= 20
    shown = points[0].to_json()
    assert shown["thresholds"] == points[0].thresholds.to_json()
    assert isinstance(shown["held_out"], dict)
    assert {"kept", "tp", "fp", "fn", "precision", "recall"} == set(shown["held_out"])


def test_the_control_has_at_least_the_recall_asked_for_or_the_most_there_is() -> None:
    front = (
        Scored(Thresholds(None, None, None), ImageCounts(10, 4, 6, 4)),
        Scored(Thresholds(0.2, None, None), ImageCounts(4, 2, 2, 6)),
        Scored(Thresholds(0.4, None, None), ImageCounts(1, 1, 0, 7)),
    )
    cases = {0.25: 0.2, 0.2: 0.2, 0.1: 0.4, 0.5: None, 0.9: None}
    found = {asked: most_precise(front, asked) for asked in cases}
    assert {asked: one.thresholds.contrast for asked, one in found.items() if one is not None} == cases
    assert most_precise(front, None) == front[0]
    assert most_precise((), 0.2) is None


def test_keeping_all_is_the_plain_detector() -> None:
    counts = pool(keep_all(separable_images(10)))
    assert counts == ImageCounts(30, 10, 20, 10)
    assert recall_of(counts) == 0.5


def test_images_without_candidates_have_no_front() -> None:
    assert dev_front(CandidateTable([image(0, [], missed=1)])) == ()
