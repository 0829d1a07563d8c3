"""An episode step by step, for people: what was seen, why, what was done, what came back, what changed."""

import asyncio
from dataclasses import dataclass

from ace.report.trace_artifacts import SeenArtifact, look_up
from ace.report.trace_changes import changes
from ace.report.trace_fields import field_words, keeps_own_prompts
from ace.report.trace_origin import Origin, Origins
from runtime.contracts.errors import TraceError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode, Step
from runtime.loop.replay_prompts import SeenPrompt, seen_prompts
from runtime.loop.replay_setup import Setup
from runtime.loop.replay_states import RecordedState, recorded_states
from runtime.prompts.assemble import solver_system, system_prompt
from runtime.rules.evaluate_condition import Judged, explain
from runtime.rules.render_rules import render_rules
from runtime.traces.find_episode import Found


@dataclass(frozen=True)
class JudgedRule:
    """A rule whose condition spoke about a step's proposal, and how it judged it."""

    rule: Rule
    verdict: Judged
    error: str


@dataclass(frozen=True)
class StepView:
    """One step. `prompts` are those that could be made again; `why_unseen` says why some could not, or not surely.

    `changes` are the state's changes in words, `counters` what was spent. `fields` is what rules read besides, where
    the agent keeps its own prompts.
    """

    step: Step
    prompts: tuple[SeenPrompt, ...]
    why_unseen: str
    judged: tuple[JudgedRule, ...]
    artifacts: tuple[SeenArtifact, ...]
    changes: tuple[str, ...]
    counters: tuple[str, ...]
    is_state_exact: bool
    keeps_prompts: bool = False
    fields: tuple[str, ...] = ()

    @property
    def is_verified(self) -> bool:
        """True when every prompt of the step is certain to be what the model saw."""
        return len(self.prompts) == len(self.step.attempts) and all(prompt.is_verified for prompt in self.prompts)

    @property
    def seconds(self) -> float:
        """Wall time of the model's answers and the tool's work, where they were measured."""
        card = self.step.card
        tool = card.duration_ms / 1000.0 if card is not None and not card.is_replayed else 0.0
        return sum(attempt.seconds for attempt in self.step.attempts) + tool


@dataclass(frozen=True)
class TraceView:
    """A whole episode. `notes` say what about the record is not as it should be."""

    found: Found
    origin: Origin
    steps: tuple[StepView, ...]
    notes: tuple[str, ...]

    @property
    def episode(self) -> Episode:
        """The record."""
        return self.found.episode

    @property
    def is_imported(self) -> bool:
        """True when another program recorded it: no prompt of it can be made again."""
        return bool(self.episode.header.imported)

    @property
    def keeps_prompts(self) -> bool:
        """True when the agent made its prompts itself: none is recorded, and none is missing."""
        return keeps_own_prompts(self.episode)

    @property
    def verified(self) -> int:
        """How many steps' prompts are certain."""
        return sum(step.is_verified for step in self.steps)


def view_trace(origins: Origins, found: Found) -> TraceView:
    """Return the episode for showing; nothing is asked or run."""
    episode = found.episode
    origin = origins.of(episode)
    states = recorded_states(episode)
    setup = origin.setup or _assumed(origins, origin, episode)
    steps = tuple(
        _view(origins, episode, origin, step, (states[index] if index < len(states) else None, setup))
        for index, step in enumerate(episode.steps)
    )
    changed = () if all(step.is_verified for step in steps) else origin.changed
    return TraceView(found, origin, steps, (*_notes(found, origin, states), *changed))


def _view(
    origins: Origins, episode: Episode, origin: Origin, step: Step, at: tuple[RecordedState | None, Setup | None]
) -> StepView:
    before, setup = at
    is_own = keeps_own_prompts(episode)
    prompts, why_unseen = ((), "") if is_own else _prompts(step, before, origin, setup)
    all_changes = changes(before.shot if before else {}, step.patch)
    shown = changes(before.shot if before else {}, step.patch, with_counters=False)
    return StepView(
        step=step,
        prompts=prompts,
        why_unseen=why_unseen,
        judged=_judged(origin, episode, step),
        artifacts=look_up(step.card.artifact_refs if step.card else (), origins.artifacts),
        changes=shown,
        counters=tuple(phrase for phrase in all_changes if phrase not in shown),
        is_state_exact=before is not None and before.is_exact,
        keeps_prompts=is_own,
        fields=field_words(step.context) if is_own else (),
    )


def _prompts(
    step: Step, before: RecordedState | None, origin: Origin, setup: Setup | None
) -> tuple[tuple[SeenPrompt, ...], str]:
    if step.source_id:  # from outside: the messages themselves are the record
        return (), ""
    if before is None:
        return (), "the record does not hold the state before this step"
    if origin.sample is None or setup is None:
        return (), "; ".join(origin.missing) or "rules or sample are not to be had"
    try:
        prompts = asyncio.run(seen_prompts(step, before.state(), origin.sample, setup))
    except TraceError as exc:
        return (), str(exc)
    if len(prompts) == len(step.attempts) and all(prompt.is_verified for prompt in prompts):
        return prompts, ""
    what = "; ".join(origin.changed) or "ACE's prompts have changed since"
    where = "" if before.is_exact else "the record was redacted or edited here; "
    return prompts, f"{where}made again, this is not what was sent: {what}"


def _assumed(origins: Origins, origin: Origin, episode: Episode) -> Setup | None:
    """A record that kept no set-up: the rules of its commit with today's tools, which the hash then confirms or not."""
    if origin.rules is None:
        return None
    tokens = origins.session.settings.budgets.rules_tokens
    specs = tuple(origins.specs().values())
    controller = [rule for rule in origin.rules if rule.audience == "controller"]
    solver = [rule for rule in origin.rules if rule.audience == "solver"]
    system = system_prompt(specs, render_rules(controller, tokens).text)
    return Setup(origin.rules, specs, system, solver_system(render_rules(solver, tokens).text), tokens, max_repairs=1)


def _judged(origin: Origin, episode: Episode, step: Step) -> tuple[JudgedRule, ...]:
    if step.proposed is None:
        return ()
    context: JsonObject = {**step.context, "episode": episode.header.context}
    found = [(rule, explain(rule, context)) for rule in origin.rules or () if rule.id in episode.header.rules]
    return tuple(JudgedRule(rule, said.verdict, said.error) for rule, said in found if said.verdict != "silent")


def _notes(found: Found, origin: Origin, states: tuple[RecordedState, ...]) -> tuple[str, ...]:
    notes = list(found.problems)
    if found.integrity == "edited":
        notes.append("this record was edited after it was written: its lines are not those its hash was taken of")
    if not states and not found.episode.header.imported and not keeps_own_prompts(found.episode):
        notes.append("the record holds no first state: what the model saw cannot be made again")
    elif not all(state.is_exact for state in states):
        step = next(index for index, state in enumerate(states) if not state.is_exact)
        notes.append(f"the state before step {step} does not have the recorded hash: redacted, or edited")
    return (*notes, *origin.missing)
