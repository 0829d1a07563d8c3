"""Guidance as the curator drafts it from feature bands: one rule that an agent reads and code can enforce."""

from ace.clock import SystemClock
from ace.curator.drafting.from_bands import rule_from_bands, rule_of
from ace.playbook.write_rule import dump_rule
from analyzers.bands import BandReport
from runtime.contracts.rule import Rule
from runtime.inspection.context import INSPECTOR_CONTEXT
from runtime.inspection.types import MEASURES

RULE_ID = "report.keep-by-measures"
_FIELDS = {name: f"action.{name}" for name in MEASURES}


def drafted_guidance(report: BandReport) -> Rule | None:
    """Return the rule that the curator drafts from the bands of dev images; None where no band is telling enough."""
    found = rule_from_bands(report, _FIELDS, "KEEP", INSPECTOR_CONTEXT)
    return None if found is None else rule_of(found, RULE_ID, "inspector", SystemClock().now()[:10])


def guidance_text(rule: Rule) -> str:
    """Return the rule's file."""
    return dump_rule(rule).decode("utf-8")
