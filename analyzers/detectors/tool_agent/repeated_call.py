"""The same call again, for the same answer."""

from analyzers.detectors.reading import About, finding_at
from analyzers.detectors.tool_agent.dialogue import dialogue_of
from analyzers.finding import Finding
from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import Episode

ABOUT = About("repeated_call", "design", "major")


def detect(episode: Episode) -> list[Finding]:
    """Find calls that an earlier one equals in tool, arguments and result, with nothing changed in between.

    A call that failed is another detector's; a call without arguments may be a question after the time or the state.
    Bucket: design. Severity: major (the agent has lost sight of what it knows). Remedy: keep results in view.
    """
    earlier: dict[str, list[tuple[JsonObject, str]]] = {}
    found = []
    for turn in dialogue_of(episode).calls:
        call = turn.call
        if call is None or turn.step is None or call.ok is False:
            continue
        if call.effect == "write":
            earlier.clear()
            continue
        made = earlier.setdefault(call.tool, [])
        if call.arguments and call.result and (call.arguments, call.result) in made:
            found.append(finding_at(episode, turn.step, ABOUT, f"{call.tool} is asked again what it has answered"))
        made.append((call.arguments, call.result))
    return found
