"""The tutor's vocabulary, and drafts to check with it."""

from functools import cache
from pathlib import Path

from ace.curator.remedies import REMEDIES
from ace.curator.wording.check_words import Outcome, check_words
from ace.curator.wording.clauses import Unit, sentences_of
from ace.curator.wording.condition_says import ConditionSays, condition_says
from ace.curator.wording.reading import Reading
from ace.curator.wording.vocabulary import Vocabulary, vocabulary_of
from runtime.agents.registry import AGENTS
from runtime.contracts.condition_context import TUTOR_CONTEXT, ContextField
from runtime.contracts.rule import Rule
from runtime.rules.read_rule import parse_rule
from tests.ace.building import rule

PLAYBOOK = Path(__file__).resolve().parents[4] / "playbooks" / "tutor"
# Another agent: what it may say comes from its own names and documentation.
SHOP = (
    ContextField("action.name", "", "what the agent does next", ("lookup_order", "issue_refund", "escalate")),
    ContextField("state.order.verified", False, "the order was found and belongs to the customer"),
)
SHOP_TOOLS = {"lookup_order": "Find the customer's order by its number.", "issue_refund": "Pay an order back."}


def shipped_rules() -> list[Rule]:
    """Return the rules of the shipped playbook."""
    files = [path for path in sorted(PLAYBOOK.rglob("*.yaml")) if not path.name.endswith(".test.yaml")]
    return [parse_rule(path.read_bytes(), str(path.relative_to(PLAYBOOK.parents[1]))) for path in files]


@cache
def tutor_vocabulary() -> Vocabulary:
    """Return what drafts for the tutor may say where nobody has reviewed a rule yet."""
    agent = AGENTS["tutor"]
    return vocabulary_of(
        agent.context, {name: spec.description for name, (spec, _) in agent.tools().items()}, agent.actions
    )


def draft(base: str, text: str = "", **changes: object) -> Rule:
    """Return the remedy of detector `base` as a draft, with `text` in place of its own."""
    remedy = REMEDIES[base]
    fields: dict[str, object] = {
        "title": remedy.title,
        "text": f"{text or remedy.text}\n",
        "when": remedy.when,
        "require": remedy.require,
        "otherwise": {"action": remedy.otherwise} if remedy.otherwise else None,
        "rationale": "",
    }
    return rule(remedy.rule_id, **{**fields, **changes})


def check(base: str, text: str = "", **changes: object) -> Outcome:
    """Return what the check of words says of `draft`."""
    return check_words(draft(base, text, **changes), None, tutor_vocabulary(), TUTOR_CONTEXT)


def says(base: str) -> ConditionSays:
    """Return what the condition of a remedy says."""
    return condition_says(draft(base), TUTOR_CONTEXT, tutor_vocabulary().actions)


def reading(base: str, text: str) -> Reading:
    """Return the last unit of `text`, read under the condition of a remedy."""
    units = [(unit, sentence) for sentence in sentences_of(text) for unit in sentence]
    earlier: tuple[Unit, ...] = tuple(unit for unit, _ in units[:-1])
    return Reading(says(base), tutor_vocabulary().actions, *units[-1], earlier)
