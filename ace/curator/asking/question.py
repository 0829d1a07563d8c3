"""The question about one cluster: short instructions, then one block of quoted data."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ace.curator.asking.data_block import DataBlock, Fact, data_block
from ace.curator.draft import CuratorInput
from ace.curator.model_operation import operation_schema
from runtime.contracts.json_types import content_hash
from runtime.contracts.ports import ChatMessage, ModelRequest

if TYPE_CHECKING:
    from jinja2 import Template

# How much a curator's model can read is unknown. With the instructions this is about 3,000 tokens, which leaves a model
# with a context of 4,096 room for its answer.
MAX_DATA_CHARS = 5600
MAX_TOKENS = 420
# Said last, so that a small model does not go on with the data.
_NOW = "Now answer with the one JSON object that keeps the failure under `cluster` from happening again."
_PROMPT = Path(__file__).parent.parent / "curator_prompt.j2"


class Question(NamedTuple):
    """What is sent, and the facts that had no room."""

    request: ModelRequest
    left_out: tuple[str, ...]


def ask_about(seen: CuratorInput, facts: Sequence[Fact], operations: Sequence[str], seed: int) -> Question:
    """Return the question that shows `facts` and offers `operations`: the same for the same, wherever it is asked."""
    block: DataBlock = data_block(facts, MAX_DATA_CHARS)
    request = ModelRequest(
        messages=(
            ChatMessage("system", instructions(seen, has_candidates=_has_candidates(facts))),
            ChatMessage("user", f"{block.text}\n{_NOW}"),
        ),
        schema=operation_schema(operations),
        seed=seed,
        purpose="curate",
        max_tokens=MAX_TOKENS,
    )
    return Question(request, block.left_out)


def seed_of(seed: int, cluster: str, number: int) -> int:
    """Return the seed of the `number`-th question (from 1) about `cluster`, 28 bits."""
    return int(content_hash([seed, cluster, number], 7), 16)


def instructions(seen: CuratorInput, *, has_candidates: bool) -> str:
    """Return the system message: nothing in it comes from a trace, a rule or a cluster.

    A small model copies the example answer, so that it names a candidate only where there is one.
    """
    fields = [
        {"path": field.path, "type": type(field.default).__name__, "doc": field.doc}
        for field in seen.context
        if not field.path.startswith("episode.sample")
    ]
    condition = "candidate 1" if has_candidates else "..."
    usable = ", ".join(seen.usable)
    return _template().render(agent=seen.agent, actions=usable, fields=fields, condition=condition)


def _has_candidates(facts: Sequence[Fact]) -> bool:
    return any(fact.name == "candidates" and fact.items for fact in facts)


@cache
def _template() -> "Template":
    from jinja2 import Environment, StrictUndefined

    return Environment(undefined=StrictUndefined, autoescape=False).from_string(_PROMPT.read_text(encoding="utf-8"))
