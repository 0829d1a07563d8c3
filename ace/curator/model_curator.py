"""The curator that asks a model: one cluster in as quoted data, one operation out; code writes the YAML."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

from ace.curator.draft import CuratorInput, Draft, Drafting, Refused
from ace.curator.model_operation import OPERATION_SCHEMA, read_operation
from analyzers.clusters.cluster import Cluster
from analyzers.detectors.registry import DETECTORS
from analyzers.finding import Finding
from analyzers.signatures import signature
from runtime.contracts.errors import ModelError, ModelUnavailableError
from runtime.contracts.json_types import JsonObject, content_hash
from runtime.contracts.ports import ChatMessage, Controller, ModelReply, ModelRequest

MAX_QUOTES = 3
MAX_TOKENS = 420


async def draft_with_model(seen: CuratorInput, model: Controller, seed: int) -> Drafting:
    """Return at most one draft per cluster, and what could not be used, with the model's own words.

    A model that stops answering half way is not asked again; the drafts so far are kept.
    Raises: ModelError when the first question gets no answer.
    """
    total = Drafting(())
    gone = ""
    for cluster in seen.clusters[: seen.limit]:
        if gone:
            total = _refused(total, Refused(cluster.id, _name(model), f"not asked: {gone}"))
            continue
        request = ModelRequest(
            messages=_messages(seen, cluster),
            schema=OPERATION_SCHEMA,
            seed=int(content_hash([seed, cluster.id], 7), 16),
            purpose="curate",
            max_tokens=MAX_TOKENS,
        )
        try:
            reply = await model.complete(request)
        except ModelError as exc:
            if not total.model_calls:
                raise
            total = _refused(total, Refused(cluster.id, _name(model), str(exc)))
            gone = "the model had stopped answering" if isinstance(exc, ModelUnavailableError) else ""
            continue
        made = read_operation(reply.text, seen, cluster, _name(model))
        duplicate = isinstance(made, Draft) and made.rule_id in {draft.rule_id for draft in total.drafts}
        if duplicate:
            made = Refused(cluster.id, _name(model), "a better cluster already changes this rule", reply.text)
        total = _plus(total, made, reply)
    return total


def _name(model: Controller) -> str:
    return f"model {model.info.label}"


def _refused(total: Drafting, refused: Refused) -> Drafting:
    return replace(total, refused=(*total.refused, refused))


def _plus(total: Drafting, made: Draft | Refused, reply: ModelReply) -> Drafting:
    return Drafting(
        (*total.drafts, made) if isinstance(made, Draft) else total.drafts,
        (*total.refused, made) if isinstance(made, Refused) else total.refused,
        total.model_calls + 1,
        total.prompt_tokens + reply.prompt_tokens,
        total.completion_tokens + reply.completion_tokens,
        total.cost_usd + reply.cost_usd,
        total.seconds + reply.seconds,
    )


@cache
def _template() -> object:
    from jinja2 import Environment, StrictUndefined

    source = (Path(__file__).parent / "curator_prompt.j2").read_text(encoding="utf-8")
    return Environment(undefined=StrictUndefined, autoescape=False).from_string(source)


def _messages(seen: CuratorInput, cluster: Cluster) -> tuple[ChatMessage, ...]:
    from jinja2 import Template

    template = _template()
    assert isinstance(template, Template)
    fields = [
        {"path": field.path, "type": type(field.default).__name__, "doc": field.doc}
        for field in seen.context
        if not field.path.startswith(("episode.sample",))
    ]
    system = template.render(agent=seen.agent, actions=", ".join(seen.actions), fields=fields)
    # The cluster comes last: a small model copies what it read last, and must not copy a rule.
    parts = {"fixed_rules": _fixed(seen), "rules": _rules(seen), "cluster": _cluster(cluster)}
    data = json.dumps(parts, ensure_ascii=True, indent=1)
    return (
        ChatMessage("system", system),
        ChatMessage("user", f"DATA (JSON, quoted, sha256 {content_hash(data, 12)}):\n{data}\nEND OF DATA"),
    )


def _cluster(cluster: Cluster) -> JsonObject:
    quotes = [
        {"episode": finding.episode, "step": finding.step, "quote": finding.quote[:200], "says": finding.message[:160]}
        for finding in _spread(cluster)
    ]
    return {
        "id": cluster.id,
        "detector": cluster.detector,
        "name": cluster.name,
        "meaning": next((d.doc.split("\n\n")[0] for d in DETECTORS if d.name == cluster.detector), ""),
        "failures": cluster.failures,
        "samples": len(cluster.samples),
        "quotes": quotes,
    }


def _spread(cluster: Cluster) -> list[Finding]:
    """Return the findings to quote: of different signatures first, so that the model sees how the failures differ."""
    first = list({signature(finding): finding for finding in reversed(cluster.findings)}.values())[::-1]
    others = [finding for finding in cluster.findings if finding not in first]
    return [*first, *others][:MAX_QUOTES]


def _rules(seen: CuratorInput) -> list[JsonObject]:
    return [
        {"id": rule.id, "text": rule.text.strip()[:240], "when": rule.when, "require": rule.require}
        for rule in seen.rules
        if not rule.safety
    ]


def _fixed(seen: CuratorInput) -> list[JsonObject]:
    """Return the safety rules by id and title only: they are not to be changed, so there is nothing to copy from."""
    return [{"id": rule.id, "title": rule.title} for rule in seen.rules if rule.safety]
