"""Drafting from traces alone: an agent that another program ran and recorded, and that nothing here can run."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ace.curator.draft import Refused
from ace.curator.drafting.rule_drafts import CURATOR
from ace.cycle.analyze_run import Analysis, analyze_run, detect, lookout
from ace.cycle.draft_changes import Drafted, draft_changes
from ace.cycle.unread_fields import readable_rules, recorded_fields
from ace.errors import AceError
from ace.runs.run_record import LoadedRun
from ace.session import Session
from ace.text.counted import counted
from ace.workspace import IMPORT_RUN
from runtime.agents.own.own_action import OwnAction
from runtime.agents.own.own_state import History
from runtime.agents.registry import AgentSpec
from runtime.contracts.condition_context import ContextField, default_context, merge_context
from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.playbook import Playbook
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode, Step
from runtime.rules.load_reviewed import injectable

TRACES_ONLY = (
    "traces alone: nothing was run, so nothing is measured, and no draft can be confirmed or opened; a draft that "
    "passes can be written into the playbook by hand, and `ace run` and `ace cycle` need the agent itself"
)
_UNKNOWN_PROMPT = "which rules were in its prompt is not on record, so traces alone change no rule in force"


def is_imported(run: LoadedRun) -> bool:
    """Return True when another program recorded the run."""
    return run.record.run.startswith(IMPORT_RUN) or any(episode.header.imported for episode in run.episodes)


def draft_from_traces(session: Session, run: LoadedRun, playbook: Playbook) -> tuple[Analysis, Drafted]:
    """Return what is found in the configured agent's episodes of an imported run, and its checked drafts of new rules.

    Raises: AceError when the agent is none of the repository's own, or the run holds no episode of it; as
    `draft_changes`.
    """
    agent = session.agent
    if not agent.has_own_model:
        raise AceError(
            f"{run.record.run} was imported, and agent {agent.name!r} is not one of your own: name the agent in "
            "`agent` and what its rules may read in `own_agent` of ace.yaml, then draft from it"
        )
    recorded = tuple(one for one in run.episodes if one.header.agent == agent.name)
    read = run._replace(episodes=with_decisions(recorded, agent))
    if not read.episodes:
        raise AceError(
            f"{run.record.run} holds no episode of agent {agent.name!r}, but of {run.record.agent}; import the files "
            f"again with `ace import --agent {agent.name}`"
        )
    analysis = analyze_run(session, read, ())
    drafted = _of_new_rules(draft_changes(session, analysis, read.episodes, playbook))
    rules = readable_rules(recorded, injectable(playbook, agent.name), agent)
    in_force = _of_rules_in_force(session, read.episodes, rules.checked)
    drafting = replace(
        drafted.drafting,
        refused=(*drafted.drafting.refused, *in_force),
        notes=(*drafted.drafting.notes, *rules.notes),
    )
    return analysis, Drafted(drafted.drafts, drafting)


def _of_new_rules(drafted: Drafted) -> Drafted:
    """Return the drafts that add a rule; the others are refused."""
    kept = tuple(item for item in drafted.drafts if item.draft.op == "add")
    others = tuple(
        Refused(item.draft.cluster.id if item.draft.cluster else item.draft.rule_id, CURATOR, _UNKNOWN_PROMPT)
        for item in drafted.drafts
        if item.draft.op != "add"
    )
    return Drafted(kept, replace(drafted.drafting, refused=(*drafted.drafting.refused, *others)))


def _of_rules_in_force(session: Session, episodes: Iterable[Episode], rules: Sequence[Rule]) -> tuple[Refused, ...]:
    """Return, for each of the rules that decisions of `episodes` violate, that no draft comes of it."""
    decided = [one for one in episodes if not one.is_infrastructure_error]
    own = {f"rule:{rule.id}" for rule in rules}
    found = detect(decided, lookout(session, rules)).findings
    failures = Counter(finding.detector for finding in found if finding.detector in own)
    return tuple(
        Refused(f"{name} ({counted(number, 'failure')})", CURATOR, _UNKNOWN_PROMPT)
        for name, number in sorted(failures.items())
    )


def with_decisions(episodes: Iterable[Episode], agent: AgentSpec) -> tuple[Episode, ...]:
    """Return `episodes`, those of `agent` that another program recorded with what conditions read of each decision.

    What a trace that ACE wrote says of a decision is read from it. Else names, repeats and the tools called before are
    counted from the steps, and what only the agent itself could have told takes its default (`unread_fields` says which
    rules that concerns). A shipped agent's are as they were: its conditions read what no foreign record holds.
    """
    if not agent.has_own_model:
        return tuple(episodes)
    base = default_context(agent.context)
    return tuple(
        _read(one, base, agent.context) if one.header.imported and one.header.agent == agent.name else one
        for one in episodes
    )


def _read(episode: Episode, base: dict[str, JsonObject], fields: Sequence[ContextField]) -> Episode:
    said = recorded_fields({"episode": episode.header.context}, fields)
    context = merge_context(base, {"episode": {"sample": episode.header.sample}}, said)
    header = replace(episode.header, context=as_object(context["episode"]))
    return replace(episode, header=header, steps=tuple(_steps(episode, base, fields)))


def _steps(episode: Episode, base: dict[str, JsonObject], fields: Sequence[ContextField]) -> Iterator[Step]:
    history = History()
    for step in episode.steps:
        action = _action(step)
        seen = {"action": action.view(history.repeats(action)), "state": history.view({})}
        merged = merge_context(base, seen, recorded_fields(step.context, fields))
        yield replace(step, context={"action": merged["action"], "state": merged["state"]})
        if step.taken is None:
            history.add_stopped()
        else:
            history.add(action, step.card)


def _action(step: Step) -> OwnAction:
    taken = step.proposed or {}
    kind, text = str(taken.get("action", "")), str(taken.get("text", ""))
    name = str(taken.get("tool", "")) if kind == "REQUEST_TOOL" else kind
    return OwnAction(kind, name, text, as_object(taken.get("arguments")))
