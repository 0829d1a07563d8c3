"""Some of a list was looked up, and the answer speaks for all of it."""

from analyzers.detectors.reading import About, finding_at
from analyzers.detectors.tool_agent.dialogue import Call, Turn, dialogue_of
from analyzers.detectors.tool_agent.mentions import arguments_given
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("partial_lookup", "verification", "minor")
FEWEST = 3


def detect(episode: Episode) -> list[Finding]:
    """Find the first message that names two or more of a list's ids after only some of them were looked up one by one.

    A list is what a result gives as three or more ids in one field. Who looks for one thing may stop when it is found:
    then the message names one.
    Bucket: verification. Severity: minor (the rest may not have mattered). Remedy: a tool that returns the details of
    the whole list; count before answering.
    """
    lists: list[list[str]] = []
    looked_up: set[str] = set()
    found: list[Finding] = []
    dialogue = dialogue_of(episode)
    given = dialogue.kept(arguments_given)
    for place, turn in enumerate(dialogue.turns):
        if turn.call is not None:
            looked_up.update([value for _, value in given[place] if isinstance(value, str)])
            lists += _id_lists(turn.call)
        elif turn.kind == "agent" and turn.step is not None and lists:
            for ids in [ids for ids in lists if _speaks_for_all(turn, ids, looked_up)]:
                done = sum(one in looked_up for one in ids)
                message = f"speaks for a list of {len(ids)} of which {done} were looked up"
                found.append(finding_at(episode, turn.step, ABOUT, message, turn.text))
                lists.remove(ids)
    return found


def _id_lists(call: Call) -> list[list[str]]:
    if call.effect == "write":
        return []
    return [
        [str(item) for item in value]
        for value in call.data.values()
        if isinstance(value, list) and len(value) >= FEWEST and all(_is_id(item) for item in value)
    ]


def _is_id(value: object) -> bool:
    return isinstance(value, str) and 4 <= len(value) <= 40 and " " not in value and any(map(str.isdigit, value))


def _speaks_for_all(turn: Turn, ids: list[str], looked_up: set[str]) -> bool:
    done = [one for one in ids if one in looked_up]
    return 2 <= len(done) < len(ids) and sum(one.strip("#") in turn.text for one in done) >= 2
