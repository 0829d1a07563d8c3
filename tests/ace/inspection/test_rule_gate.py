"""The rule file as a gate in code."""

from ace.inspection.rule_gate import gated_counts
from runtime.contracts.rule import Rule
from runtime.inspection.counts import ImageCounts
from tests.ace.inspection.inspection_images import image


def _rule(require: str, when: str = 'action.kind == "KEEP" && action.measured') -> Rule:
    return Rule(
        schema=1,
        id="report.edge",
        title="Edges",
        agent="inspector",
        text="Keep no candidate that touches the edge.",
        when=when,
        require=require,
    )


IMAGES = [image(0, [(0.3, 5.0, True), (0.4, 0.0, False), (0.1, 3.0, False)], missed=1), image(1, [])]


def test_what_violates_the_rule_is_not_kept() -> None:
    assert gated_counts(_rule("action.edge_distance_px > 0.0"), IMAGES) == (
        ImageCounts(2, 1, 1, 1),
        ImageCounts(0, 0, 0, 0),
    )
    both = _rule("action.edge_distance_px > 0.0 && action.contrast >= 0.2")
    assert gated_counts(both, IMAGES)[0] == ImageCounts(1, 1, 0, 1)


def test_a_rule_that_is_silent_about_keeping_changes_nothing() -> None:
    silent = _rule("action.kept == 0", when='action.kind == "SUBMIT_REPORT"')
    assert gated_counts(silent, IMAGES)[0] == ImageCounts(3, 1, 2, 1)
