"""From a model's text to one proposal of the inspector, or to a message it can act on."""

from collections.abc import Sequence

from runtime.contracts.json_types import JsonObject
from runtime.inspection.actions import TOOL_NAMES, VERDICTS, Look, Proposal, Report
from runtime.state.parse_action import MAX_TEXT, ParseProblem, read_object

SUBMIT = "submit_report"
NAMES: tuple[str, ...] = (*TOOL_NAMES, SUBMIT)
# As many as a search lists.
MAX_IDS = 40
MAX_REASONS = 200


def parse_proposal(raw: str) -> Proposal | ParseProblem:
    """Return the one proposal that `raw` holds, or what is wrong with it.

    `raw` must be one JSON object, alone or in one code fence; two are `several_tools`. Fields that the action does not
    need are not looked at. Whether a candidate of an id exists is not known here.
    """
    value = read_object(raw)
    if isinstance(value, ParseProblem):
        return value
    if isinstance(value.get("action"), list):
        return ParseProblem("several_tools", "one action a turn: give `action` as one name, and the next one later")
    name = next((name for name in NAMES if name == value.get("action")), None)
    if name is None:
        return ParseProblem("malformed", f"`action` must be one of {', '.join(NAMES)}")
    if name == SUBMIT:
        return _report(value)
    return Look(name) if name == "find_candidates" else _look(name, value)


def _look(tool: str, value: JsonObject) -> Look | ParseProblem:
    field = next((field for field in ("ids", "id") if field in value), "ids" if tool == "measure_candidate" else "id")
    given = value.get(field)
    found = read_ids(given if isinstance(given, list) else [given], field)
    if isinstance(found, ParseProblem):
        return found
    if tool == "measure_candidate":
        return Look(tool, {"ids": list(found)}) if found else _problem(f"{tool} needs `ids`, such as [1, 2]")
    if len(found) != 1:
        return _problem(f"{tool} shows one candidate a turn: give one number as `id`")
    return Look(tool, {"id": found[0]})


def _report(value: JsonObject) -> Report | ParseProblem:
    kept = value.get("kept_ids")
    if not isinstance(kept, list):
        return _problem(f"{SUBMIT} needs `kept_ids`: a list of candidate ids, [] when none is a void")
    found = read_ids(kept, "kept_ids")
    if isinstance(found, ParseProblem):
        return found
    verdict = next((verdict for verdict in VERDICTS if verdict == value.get("verdict")), None)
    if verdict is None:
        return _problem(f"{SUBMIT} needs a `verdict`: {' or '.join(VERDICTS)}")
    reasons = value.get("reasons", "")
    if not isinstance(reasons, str):
        return _problem("`reasons` must be one text")
    return Report(found, verdict, reasons[:MAX_TEXT])


def read_ids(values: Sequence[object], field: str) -> tuple[int, ...] | ParseProblem:
    """Return `values` as candidate ids in their order, or what is wrong with the first that is none.

    Nothing is coerced: "3" and 3.0 are no ids, and an id is named once. `field` is what the message calls the list.
    """
    if len(values) > MAX_IDS:
        return _problem(f"`{field}` has {len(values)} entries; give at most {MAX_IDS}")
    ids: list[int] = []
    for value in values:
        if isinstance(value, bool) or not isinstance(value, int):
            return _problem(f"`{field}` takes whole numbers, such as 3; {_shown(value)} is none")
        if value < 1:
            return _problem(f"`{field}`: candidates are numbered from 1; there is no {_shown(value)}")
        if value in ids:
            return _problem(f"`{field}` has {_shown(value)} twice; give each id once")
        ids.append(value)
    return tuple(ids)


def _problem(message: str) -> ParseProblem:
    return ParseProblem("malformed", message)


def _shown(value: object) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, str):
        return f'the text "{value[:20]}"'
    text = str(value)
    return text if len(text) <= 20 else f"{text[:20]}..."


def proposal_schema() -> JsonObject:
    """Return the schema of one proposal: a choice between the shapes each action needs."""
    variants: list[object] = [
        _variant("find_candidates", {}),
        _variant("measure_candidate", {"ids": {**_ids(), "minItems": 1}}),
        _variant("view_candidate", {"id": _id()}),
        _variant(SUBMIT, {"kept_ids": _ids(), "verdict": _verdict(), "reasons": _reasons()}),
    ]
    # The root says `object` too: some servers take no schema whose root is a bare choice.
    return {"type": "object", "anyOf": variants}


def simple_proposal_schema() -> JsonObject:
    """Return the last-resort schema: one flat object without a choice; what an action does not need is not read."""
    properties: JsonObject = {
        "action": {"enum": list(NAMES)},
        "ids": _ids(),
        "kept_ids": _ids(),
        "verdict": _verdict(),
    }
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _variant(name: str, properties: JsonObject) -> JsonObject:
    return {
        "type": "object",
        "properties": {"action": {"enum": [name]}, **properties},
        "required": ["action", *properties],
        "additionalProperties": False,
    }


def _id() -> JsonObject:
    return {"type": "integer", "minimum": 1}


def _ids() -> JsonObject:
    return {"type": "array", "items": _id(), "maxItems": MAX_IDS}


def _verdict() -> JsonObject:
    return {"enum": list(VERDICTS)}


def _reasons() -> JsonObject:
    return {"type": "string", "maxLength": MAX_REASONS}
