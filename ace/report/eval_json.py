"""What a rule says of recorded decisions, as data. Pure."""

from collections.abc import Mapping

from ace.report.eval_decisions import JudgedDecision, JudgedEpisode, JudgedRun
from ace.report.eval_rule_source import RuleSource
from ace.report.eval_text import FIRST, is_finding
from runtime.contracts.json_types import JsonObject
from runtime.rules.evaluate_condition import Judged

SCHEMA_VERSION = 1
_VERDICTS: tuple[Judged, ...] = ("silent", "complies", "violates", "error")


def episode_eval_json(source: RuleSource, judged: JudgedEpisode) -> JsonObject:
    """Return an episode with every decision."""
    return {
        "schema_version": SCHEMA_VERSION,
        "rule": _rule(source),
        **_named(judged),
        "notes": list(judged.notes),
        "unread_steps": judged.unread,
        "counts": _counts(judged.counts),
        "decisions": [_decision(one) for one in judged.decisions],
    }


def run_eval_json(source: RuleSource, judged: JudgedRun, *, is_whole: bool = False) -> JsonObject:
    """Return a run's counts with its first ten violations and errors, all of them when `is_whole`."""
    found = [
        {**_named(episode), **_decision(one)}
        for episode in judged.episodes
        for one in episode.decisions
        if is_finding(one)
    ]
    return {
        "schema_version": SCHEMA_VERSION,
        "rule": _rule(source),
        "run": judged.name,
        "episodes": len(judged.episodes),
        "episodes_of_other_agents": judged.other_agents,
        "unread_lines": list(judged.unread_lines),
        "unread_steps": sum(one.unread for one in judged.episodes),
        "decisions": sum(len(one.decisions) for one in judged.episodes),
        "counts": _counts(judged.counts),
        "episodes_with_violation": judged.episodes_with("violates"),
        "episodes_with_error": judged.episodes_with("error"),
        "findings": len(found),
        "first": found if is_whole else found[:FIRST],
    }


def _rule(source: RuleSource) -> JsonObject:
    rule = source.rule
    return {
        "id": rule.id,
        "path": source.path,
        "read_from": source.read_from,
        "draft": source.is_draft,
        "when": rule.when,
        "require": rule.require,
        "problems": list(source.problems),
    }


def _named(judged: JudgedEpisode) -> JsonObject:
    header = judged.header
    return {
        "run": header.run,
        "episode": header.episode,
        "sample": header.sample,
        "trial": header.trial,
        "simulated": header.controller.simulated,
    }


def _counts(counts: Mapping[Judged, int]) -> JsonObject:
    return {verdict: counts.get(verdict, 0) for verdict in _VERDICTS}


def _decision(one: JudgedDecision) -> JsonObject:
    return {
        "step": one.step,
        "verdict": one.verdict,
        "error": one.error,
        "fields": {field.path: field.value for field in one.fields if field.is_there},
        "absent": [field.path for field in one.fields if not field.is_there],
        "proposed": one.proposed,
        "taken": one.taken,
        "stopped_by": [
            {"gate": gate.gate, "decision": gate.decision, "reason": gate.reason} for gate in one.stopped_by
        ],
    }
