"""What thresholds keep, and what that comes to."""

from ace.inspection.features import ImageFeatures
from ace.inspection.thresholds import CandidateTable, Thresholds
from runtime.agents.inspector.load_castings import drawn_sample
from runtime.inspection.counts import ImageCounts, pool
from runtime.inspection.types import Box, Candidate, Measures
from tests.ace.inspection.inspection_images import image, separable_images


def test_each_threshold_is_at_least_and_none_asks_nothing() -> None:
    table = CandidateTable([image(0, [(0.3, 0.0, True), (0.2, 5.0, False)])])
    assert table.keeps(Thresholds(0.3, None, None)).tolist() == [True, False]
    assert table.keeps(Thresholds(None, 0.5, None)).tolist() == [False, True]
    assert table.keeps(Thresholds(None, None, 51.0)).tolist() == [False, False]
    assert table.keeps(Thresholds(None, None, None)).tolist() == [True, True]


def test_counts_are_by_image_also_where_nothing_was_found() -> None:
    table = CandidateTable([image(0, [(0.3, 5.0, True), (0.1, 5.0, False)]), image(1, [], missed=2)])
    kept = table.keeps(Thresholds(0.2, None, None))
    assert table.counts(kept) == (ImageCounts(1, 1, 0, 0), ImageCounts(0, 0, 0, 2))


def test_two_candidates_of_one_void_are_one_hit_and_either_alone_is_it() -> None:
    void = Box(0, 0, 10, 10)
    twice = ImageFeatures(
        sample=drawn_sample(0, "dev"),
        truth=(void,),
        candidates=(Candidate(1, void), Candidate(2, Box(0, 0, 10, 8))),
        measures=(Measures(0.1, 9, 1, 3), Measures(0.3, 9, 1, 3)),
        real=(True, False),
        seconds=0.0,
    )
    table = CandidateTable([twice])
    assert pool(table.counts(table.keeps(Thresholds(None, None, None)))) == ImageCounts(2, 1, 1, 0)
    # Labelled false where both are there; alone it is the hit.
    assert pool(table.counts(table.keeps(Thresholds(0.2, None, None)))) == ImageCounts(1, 1, 0, 0)


def test_thresholds_in_words() -> None:
    assert Thresholds(None, None, None).in_words() == "every candidate"
    assert Thresholds(0.25, 1.0, None).in_words() == "contrast >= 0.25 and edge_distance_px >= 1"


def test_the_table_has_the_voids_that_nothing_was_found_of() -> None:
    assert CandidateTable(separable_images(5)).voids == 10
