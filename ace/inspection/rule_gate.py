"""A rule file as a gate in code: what it lets pass of every candidate, without any model."""

from collections.abc import Sequence

from ace.inspection.features import ImageFeatures
from runtime.contracts.rule import Rule
from runtime.inspection.actions import Report
from runtime.inspection.counts import ImageCounts
from runtime.inspection.state import InspectorState
from runtime.inspection.view import decision_context
from runtime.rules.evaluate_condition import violates


def gated_counts(rule: Rule, images: Sequence[ImageFeatures]) -> tuple[ImageCounts, ...]:
    """Return what is left, image by image, of a report that keeps every measured candidate under `rule` as a gate."""
    return tuple(one.counts(_passing(rule, one)) for one in images)


def _passing(rule: Rule, one: ImageFeatures) -> list[int]:
    ids = tuple(candidate.id for candidate in one.candidates)
    state = InspectorState(
        image_ref=one.sample.image,
        candidates=one.candidates,
        measured=dict(zip(ids, one.measures, strict=True)),
    )
    report = Report(ids, "reject" if ids else "accept")
    contexts = (decision_context("KEEP", name, report, state, one.sample) for name in ids)
    return [place for place, context in enumerate(contexts) if not violates(rule, context)]
