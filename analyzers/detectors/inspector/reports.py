"""What the inspector's records hold of candidates: those found, those measured, and those a report keeps."""

from collections.abc import Iterator

from analyzers.detectors.reading import count, flag, position_of, proposals, proposed_arguments, proposed_kind
from runtime.contracts.tool_call import ToolCard
from runtime.contracts.trace_event import Episode, Step

REPORT = "SUBMIT_REPORT"
CHECK = "report_check"


def found_before(episode: Episode, step: Step) -> frozenset[int] | None:
    """Return the ids of the candidates found before `step`, None when the record does not say."""
    found = _ids_seen(episode, step, "find_candidates", "candidates")
    if found is None and flag(step, "state.searched") is False:
        return frozenset()
    return found


def measured_before(episode: Episode, step: Step) -> frozenset[int] | None:
    """Return the ids of the candidates measured before `step`, None when the record does not say."""
    measured = _ids_seen(episode, step, "measure_candidate", "measures")
    if measured is None and not any(card.name == "measure_candidate" and card.ok for card in _cards(episode, step)):
        return frozenset()
    return measured


def ids_named(step: Step) -> tuple[int, ...]:
    """Return the candidate ids that a request or a report names, in its order."""
    proposed = step.proposed or {}
    if proposed_kind(step) == REPORT:
        return kept_ids(step)
    given = proposed_arguments(step) if proposed_kind(step) == "REQUEST_TOOL" else {"id": proposed.get("candidate")}
    return (*_whole(given.get("ids")), *_whole([given.get("id")]))


def names_real_id(episode: Episode, step: Step) -> bool:
    """Return True when `step` names a candidate that was found; also where the record does not say what was."""
    found = found_before(episode, step)
    return found is None or bool(set(ids_named(step)) & found)


def kept_ids(step: Step) -> tuple[int, ...]:
    """Return the ids that a report keeps."""
    return _whole((step.proposed or {}).get("kept_ids"))


def is_sent_back(step: Step) -> bool:
    """Return True when a gate sent the report back, so that it was not the last word."""
    return any(gate.decision == "block" for gate in step.gates)


def unmeasured(episode: Episode, step: Step) -> frozenset[int] | None:
    """Return the ids found and not measured before `step`, None when the record does not say which they are."""
    if count(step, "state.unmeasured") == 0:
        return frozenset()
    found, measured = found_before(episode, step), measured_before(episode, step)
    return None if found is None or measured is None else found - measured


def decided_on(episode: Episode, kind: str, answer: str) -> Iterator[Step]:
    """Yield the decisions of `kind` (KEEP, DROP) whose candidate the outcome's answer lists under `answer`."""
    listed = frozenset(_whole(episode.outcome.answer.get(answer))) if episode.outcome is not None else frozenset()
    for step in proposals(episode, kind):
        if set(ids_named(step)) & listed:
            yield step


def _cards(episode: Episode, step: Step) -> Iterator[ToolCard]:
    for one in episode.steps[: position_of(episode, step)]:
        if one.card is not None:
            yield one.card


def _ids_seen(episode: Episode, step: Step, tool: str, name: str) -> frozenset[int] | None:
    """Return the ids in the results of `tool` under `name`, None when no result has such a list."""
    lists = [card.data.get(name) for card in _cards(episode, step) if card.ok and card.name == tool]
    read = [rows for rows in lists if isinstance(rows, list)]
    if not read:
        return None
    return frozenset(one for rows in read for one in _whole([row.get("id") for row in rows if isinstance(row, dict)]))


def _whole(value: object) -> tuple[int, ...]:
    """Return the whole numbers of a list; a record from outside can hold anything there."""
    items = value if isinstance(value, list) else []
    return tuple(item for item in items if isinstance(item, int) and not isinstance(item, bool))
