"""Guidance drafted from feature bands."""

from ace.inspection.data_figures import feature_bands
from ace.inspection.guidance import RULE_ID, drafted_guidance, guidance_text
from ace.inspection.rule_gate import gated_counts
from runtime.inspection.counts import pool
from runtime.rules.read_rule import parse_rule
from tests.ace.inspection.inspection_images import image, separable_images


def test_the_rule_is_about_keeping_and_the_same_file_works_as_a_gate() -> None:
    images = separable_images(60)
    rule = drafted_guidance(feature_bands(images))
    assert rule is not None
    assert parse_rule(guidance_text(rule).encode(), f"{RULE_ID.replace('.', '/')}.yaml") == rule
    assert '"KEEP"' in (rule.when or "")
    assert "action.edge_distance_px" in (rule.require or "")
    assert "0 real in 60" in rule.rationale
    kept = pool(gated_counts(rule, images))
    assert kept.fp <= 60
    assert kept.tp >= 0.9 * 60
    assert pool(gated_counts(rule, separable_images(10, first=100))).tp >= 9


def test_where_no_measure_tells_anything_nothing_is_drafted() -> None:
    images = [image(number, [(0.2, 5.0, True), (0.2, 5.0, False)]) for number in range(20)]
    assert drafted_guidance(feature_bands(images)) is None
