"""Single facts as JSON objects, each text on one line and cut to a size."""

from collections.abc import Mapping, Sequence

from ace.curator.asking.data_block import cut
from ace.curator.conditions.candidate import Candidate
from ace.curator.conditions.condition_in_words import condition_in_words
from ace.curator.conditions.numeric_bands import FieldBand
from ace.curator.draft import Attempt, Draft
from ace.curator.facts.contrast import ContrastPair
from ace.curator.facts.coverage import RuleFigures
from ace.curator.model_operation import parse_operation
from ace.rejections.rejection import Rejection
from analyzers.clusters.cluster import Cluster
from analyzers.detectors.registry import DETECTORS
from analyzers.finding import Finding
from analyzers.signatures import signature
from runtime.contracts.condition_context import ContextField
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule

MAX_QUOTES = 3


def cluster_json(cluster: Cluster) -> JsonObject:
    """Return a cluster: what was found how often, with up to three quotes that differ."""
    shown = _spread(cluster)
    messages = dict.fromkeys(cut(finding.message, 160) for finding in shown)
    return {
        "detector": cluster.detector,
        "name": cut(cluster.name, 160),
        "meaning": next((d.doc.split("\n\n")[0] for d in DETECTORS if d.name == cluster.detector), ""),
        "tool": cut(cluster.signature.tool, 40),
        "failures": cluster.failures,
        "samples": len(cluster.samples),
        "messages": list(messages),
        "quotes": [cut(finding.quote, 200) for finding in shown],
    }


def _spread(cluster: Cluster) -> list[Finding]:
    """Return the findings to quote: of different signatures first, so that the model sees how the failures differ."""
    first = list({signature(finding): finding for finding in reversed(cluster.findings)}.values())[::-1]
    others = [finding for finding in cluster.findings if finding not in first]
    return [*first, *others][:MAX_QUOTES]


def rule_json(rule: Rule) -> JsonObject:
    """Return a rule that may be changed, in full."""
    return {"id": rule.id, "text": cut(rule.text, 200), "when": rule.when, "require": rule.require}


def title_json(rule: Rule) -> JsonObject:
    """A rule that is not to be copied from: a safety rule, which only people change, or one about something else."""
    return {"id": rule.id, "title": cut(rule.title, 100)}


def can_go_json(draft: Draft) -> JsonObject:
    """Return a deletion or merge that the recorded episodes speak for."""
    merged = {"merge_ids": [rule.id for rule in draft.merged]} if draft.merged else {}
    return {"op": draft.op, "rule_id": draft.rule_id, **merged, "why": cut(draft.rationale, 200)}


def coverage_json(item: RuleFigures) -> JsonObject:
    """Return how far a rule in force reaches, in words."""
    return {
        "rule": item.rule_id,
        "fires": f"on {item.fires} of {item.cited} failing decisions, speaks about {item.speaks}",
        "false_alarms": f"{item.alarms} of {item.clean} good decisions",
    }


def rejection_json(item: Rejection) -> JsonObject:
    """Return what a person did not want, and their reason."""
    return {
        "op": item.op,
        "rule": item.rule,
        "text": cut(item.text, 160),
        "when": cut(item.when or "", 160),
        "require": cut(item.require or "", 160),
        "reason": cut(item.reason, 240),
    }


def pair_json(pair: ContrastPair) -> JsonObject:
    """Return a failure beside a success, without their ids."""
    shown = pair.to_json()
    names = ("failed", "succeeded", "cited", "parts_at", "differs")
    return {"of": pair.kind.replace("_", " "), **{name: shown[name] for name in names}}


def band_json(item: FieldBand) -> JsonObject:
    """Return in which band of a number the failure is common ("many") or rare ("few")."""
    return {
        "field": item.field,
        "from": item.low,
        "up_to": item.high,
        "failing": f"{item.failing} of {item.n} decisions ({item.mark})",
    }


def candidate_json(item: Candidate, fields: Sequence[ContextField]) -> JsonObject:
    """Return a condition found by code: both parts, what they say in words, and on how many decisions it fires."""
    return {
        "when": item.when,
        "require": item.require,
        "says": condition_in_words(item.when, item.require, fields),
        "fires": f"on {item.fired} of {item.cited} failing decisions",
        "false_alarms": f"{item.alarms} of {item.clean} good decisions",
    }


def earlier_json(attempt: Attempt, says: Mapping[str, str]) -> JsonObject:
    """Return an answer of the model's own, what was wrong with it, and what would do instead where code knows.

    `says`: what each candidate asks for in words, by the candidate's name.
    """
    said = parse_operation(attempt.raw)
    answer = cut(attempt.raw, 200) if isinstance(said, str) else {k: cut(v, 160) for k, v in said.fields.items() if v}
    problems = [attempt.problem] if attempt.problem else list(attempt.failing)
    out: JsonObject = {"answer": answer, "wrong": [cut(problem, 300) for problem in problems]}
    if says and any(problem.startswith(("schema:", "separation:")) for problem in problems):
        out["instead"] = f"write {' or '.join(says)} in `when` and in `require`"
    elif any(problem.startswith("words:") for problem in problems):
        named = set() if isinstance(said, str) else {said.fields["when"], said.fields["require"]}
        sentence = next((says[name] for name in says if name in named), "")
        out |= {"instead": f"say in `text`: {sentence}"} if sentence else {}
    return out
