"""What a person's own agent is sent: one sample, the rules, and what makes the episode the same again."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from runtime.agents.own.messages import PROTOCOL
from runtime.agents.own.sample import OwnSample
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import EpisodeJob
from runtime.contracts.rule import Rule
from runtime.rules.render_rules import Rendered

MAX_OPENING = 20_000


class Asked(NamedTuple):
    """One episode to be run: its sample, what it is run under, its id, and the rules that reach it."""

    sample: OwnSample
    job: EpisodeJob
    episode: str
    rendered: Rendered


def request_of(asked: Asked) -> JsonObject:
    """Return the request. What is expected and whether the sample is held out are not in it."""
    sample = asked.sample
    return {
        "type": "run",
        "protocol": PROTOCOL,
        "sample": {
            "id": sample.id,
            "case": sample.case,
            "tags": list(sample.tags),
            "input": sample.model_copy(deep=True).input,
            "image": sample.image,
        },
        "rules": [_rule(rule) for rule in asked.rendered.included],
        "rules_text": asked.rendered.text,
        "seed": asked.job.seed,
        "trial": asked.job.trial,
        "run": asked.job.run,
        "episode": asked.episode,
    }


def _rule(rule: Rule) -> JsonObject:
    return {
        "id": rule.id,
        "title": rule.title,
        "text": rule.text,
        "when": rule.when,
        "require": rule.require,
        "otherwise": rule.otherwise.action if rule.otherwise else None,
        "enforce": rule.enforce,
        "safety": rule.safety,
    }


def opening_text(given: JsonObject) -> str:
    """Return a sample's input as text: its only text as it is, else a line `name: value` for each value in it."""
    values = list(given.values())
    if len(values) == 1 and isinstance(values[0], str):
        return values[0][:MAX_OPENING]
    return "\n".join(_lines(given, ""))[:MAX_OPENING]


def _lines(value: object, path: str) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _lines(item, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _lines(item, f"{path}[{number}]")
    else:
        words = {True: "true", False: "false", None: "null"}
        is_word = value is None or isinstance(value, bool)
        yield f"{path}: {words[value] if is_word else value}"  # type: ignore[index]
