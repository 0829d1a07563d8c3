"""What a rule says of recorded decisions, for a terminal. Pure; what strangers wrote is escaped."""

import json
from collections.abc import Iterator, Mapping, Sequence

from ace.report.eval_decisions import JudgedDecision, JudgedEpisode, JudgedRun
from ace.report.eval_rule_source import RuleSource
from ace.report.trace_words import action_words
from ace.text.counted import counted
from ace.text.visible_text import escape_text
from runtime.contracts.trace_event import Header
from runtime.rules.evaluate_condition import Judged
from runtime.rules.fields_read import FieldValue

FIRST = 10
_LABELS: Mapping[Judged, str] = {
    "silent": "silent",
    "complies": "complies",
    "violates": "VIOLATES",
    "error": "ERROR",
}
_SHOWN_CHARS = 160


def episode_eval_text(source: RuleSource, judged: JudgedEpisode) -> str:
    """Return every decision of an episode: verdict, what was proposed and taken, the fields the conditions read."""
    lines = [*_head(source), *(f"note      {_short(note)}" for note in judged.notes), _episode_line(judged.header), ""]
    for decision in judged.decisions:
        lines += _decision(decision)
    lines += ["", _count_line(judged.counts, len(judged.decisions)) + _unread(judged.unread)]
    return "\n".join(lines) + "\n"


def run_eval_text(source: RuleSource, judged: JudgedRun, *, is_whole: bool = False) -> str:
    """Return the counts of a run and its first ten violations and errors; all of them when `is_whole`."""
    decisions = sum(len(episode.decisions) for episode in judged.episodes)
    lines = [*_head(source), f"run       {escape_text(judged.name)}, {counted(len(judged.episodes), 'episode')}"]
    if judged.other_agents:
        lines.append(f"note      {counted(judged.other_agents, 'episode')} of other agents left out")
    lines += [f"not read  {_short(line)}" for line in judged.unread_lines[:FIRST]]
    lines += ["", _count_line(judged.counts, decisions) + _unread(sum(one.unread for one in judged.episodes))]
    lines.append(
        f"violated in {judged.episodes_with('violates')} of {counted(len(judged.episodes), 'episode')}, "
        f"an error in {judged.episodes_with('error')}"
    )
    listed = [(one, decision) for one in judged.episodes for decision in one.decisions if is_finding(decision)]
    shown = listed if is_whole else listed[:FIRST]
    lines += _listed(shown)
    if len(listed) > len(shown):
        lines += ["", f"and {len(listed) - len(shown)} more: --all"]
    return "\n".join(lines) + "\n"


def is_finding(decision: JudgedDecision) -> bool:
    """Return True for a violation and for an error."""
    return decision.verdict in ("violates", "error")


def _listed(found: Sequence[tuple[JudgedEpisode, JudgedDecision]]) -> Iterator[str]:
    last = ""
    for episode, decision in found:
        if episode.header.episode != last:
            last = episode.header.episode
            yield ""
            yield _episode_line(episode.header)
        yield from _decision(decision)


def _head(source: RuleSource) -> Iterator[str]:
    rule = source.rule
    draft = ", a draft" if source.is_draft else ""
    yield f"rule      {rule.id}, {escape_text(source.path)} from {escape_text(source.read_from)}{draft}"
    yield f"when      {escape_text(rule.when or '')}"
    yield f"require   {escape_text(rule.require or '')}"
    yield from (f"problem   {escape_text(problem)}" for problem in source.problems)


def _episode_line(header: Header) -> str:
    model = header.controller.label
    words = f"episode   {header.episode}, {header.sample}, trial {header.trial}, {header.run}, {model}"
    return escape_text(words)


def _decision(decision: JudgedDecision) -> Iterator[str]:
    yield f"step {decision.step:<4} {_LABELS[decision.verdict]:<9} {_short(action_words(decision.proposed))}"
    if decision.error:
        yield f"{'why':>17}  {escape_text(decision.error)}"
    if decision.taken is None:
        yield f"{'taken':>17}  nothing{_gates(decision)}"
    elif decision.taken != decision.proposed:
        yield f"{'taken':>17}  {_short(action_words(decision.taken))}{_gates(decision)}"
    for field in decision.fields:
        yield f"{'':>17}  {escape_text(field.path)} = {_value(field)}"


def _gates(decision: JudgedDecision) -> str:
    if not decision.stopped_by:
        return ""
    return " (" + escape_text("; ".join(f"{gate.decision} by {gate.gate}" for gate in decision.stopped_by)) + ")"


def _value(field: FieldValue) -> str:
    if not field.is_there:
        return "absent"
    return _short(json.dumps(field.value, ensure_ascii=False, default=str))


def _short(text: str) -> str:
    line = text if len(text) <= _SHOWN_CHARS else f"{text[:_SHOWN_CHARS]}... ({len(text)} characters)"
    return escape_text(line)


def _count_line(counts: Mapping[Judged, int], decisions: int) -> str:
    parts = ", ".join(f"{counts.get(verdict, 0)} {verdict}" for verdict in _LABELS)
    return f"{counted(decisions, 'decision')}: {parts}"


def _unread(steps: int) -> str:
    return f"; {counted(steps, 'step')} without a proposal that could be read" if steps else ""
