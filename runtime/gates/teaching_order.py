"""What must come first: the local index before the web, looking before naming."""

from runtime.contracts.action import RESPONSES, Action
from runtime.contracts.decision import Verdict
from runtime.contracts.state import AgentState
from runtime.gates.pedagogy import GateView
from runtime.state.condition_view import is_observed
from runtime.words.leak import content_words, named_options

LOOK = "image_findings"
# A finding counts as described when most of its words were said, and not just one of them.
DESCRIBED_COVER = 0.6
DESCRIBED_WORDS = 2
_MAX_QUERY = 200


def local_before_web(action: Action, view: GateView) -> Verdict | None:
    """Turn a web search into a search of the local index with the same words, until that has been tried once."""
    if action.kind != "REQUEST_TOOL" or action.tool != "web_browser":
        return None
    if view.state.retrieval.queried or _was_called("retrieve", view.state):
        return None
    asked = str(action.arguments.get("query", "")).strip()
    query = asked if len(asked) >= 3 else view.sample.question
    local = Action("REQUEST_TOOL", tool="retrieve", arguments={"query": query[:_MAX_QUERY]}, reason=action.reason)
    reason = "the local index has not been searched: retrieve with the same query first"
    return Verdict("local_before_web", "convert", reason, local)


def observation_first(action: Action, view: GateView) -> Verdict | None:
    """Look at the image before an answer is named, right or wrong, or given.

    Silent without an image, once a tool has looked, once a finding has been described (by tutor or student, or in this
    very text), and where looking is impossible: `image_findings` has failed, or no tool call is left.
    """
    state = view.state
    if not state.image_ref or is_observed(state) or _was_called(LOOK, state):
        return None
    if state.spent.tool_calls >= state.budgets.tool_calls or not _is_naming(action, view):
        return None
    if any(describes(text, view.sample.findings) for text in (action.text, *_said(state))):
        return None
    look = Action("REQUEST_TOOL", tool=LOOK, reason=f"in place of {action.name}")
    reason = "nothing of the image has been looked at or described: findings first, then a name for them"
    return Verdict("observation_first", "convert", reason, look)


def describes(text: str, findings: tuple[str, ...]) -> bool:
    """True when `text` describes one of the case's findings in most of its words."""
    words = set(content_words(text))
    for finding in findings:
        own = set(content_words(finding))
        said = len(own & words)
        if said >= DESCRIBED_WORDS and said / len(own) >= DESCRIBED_COVER:
            return True
    return False


def _is_naming(action: Action, view: GateView) -> bool:
    if action.kind == "REVEAL_ANSWER":
        return True
    return action.kind in RESPONSES and bool(named_options(action.text, view.sample.options))


def _said(state: AgentState) -> list[str]:
    """What was said after the student's first message, which holds the question and its options."""
    return [message.text for message in state.messages[1:] if message.speaker in {"student", "tutor"}]


def _was_called(tool: str, state: AgentState) -> bool:
    return any(call.name == tool for call in state.tool_calls)
