"""What a cycle is begun with: the settings and rules that its runs, drafts and verdicts depend on."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ace.config.settings import Settings
from ace.cycle.journal.cycle_record import Step
from ace.errors import AceError
from ace.review.errors import ReviewError
from ace.review.git_refs import branch_tip
from ace.session import Session
from runtime.contracts.errors import RuntimeFault
from runtime.contracts.json_types import JsonObject, content_hash

# Neither what a run nor what a verdict depends on: another value goes on with the same cycle.
_IDLE = frozenset({"cycle", "review", "forge", "schedules", "daemon", "notify"})
_IDLE_GATE = frozenset({"max_calls", "max_tokens", "max_cost_usd", "max_minutes"})
_FLAGS: Mapping[str, str] = {
    "run.limit": "--limit",
    "curator.kind": "--curator",
    "controller.kind": "--controller",
    "controller.model": "--model",
    "controller.base_url": "--base-url",
}


@dataclass(frozen=True)
class CyclePlan:
    """What a cycle is begun with. `settings`: a hash; `rules`: the reviewed commit, "" where there is none.

    `chosen`: the settings behind the hash that are not the default, by dotted name, as text.
    """

    settings: str
    rules: str
    schedule: str = ""
    is_dry_run: bool = False
    until: Step | None = None
    is_new: bool = False
    chosen: Mapping[str, str] = field(default_factory=dict)


def settings_hash(settings: Settings) -> str:
    """Return a hash of the settings that a cycle's runs, drafts and verdicts depend on."""
    return content_hash(_that_count(settings), 16)


def chosen_settings(settings: Settings) -> dict[str, str]:
    """Return those settings behind `settings_hash` that are not the default: dotted names to text."""
    usual = _flat(_that_count(Settings()))
    return {name: text for name, text in _flat(_that_count(settings)).items() if usual.get(name) != text}


def reviewed_commit(session: Session) -> str:
    """Return the tip of the reviewed branch, "" where there is none."""
    try:
        return branch_tip(session.workspace.repo, session.branch)
    except (AceError, ReviewError, RuntimeFault):
        return ""


def other_settings(begun: JsonObject, plan: CyclePlan) -> str:
    """Return in which settings a cycle that is `begun` differs from `plan`, and how to go on with it, as words.

    A journal of before settings were written down says no more than that they differ.
    """
    before, now = begun.get("chosen"), plan.chosen
    if not isinstance(before, dict):
        return "the settings have changed"
    names = sorted(name for name in before.keys() | now.keys() if str(before.get(name, "")) != now.get(name, ""))
    if not names:
        return "the settings have changed"
    said = ", ".join(f"{name} {_value(before.get(name))}, now {_value(now.get(name))}" for name in names)
    flags = [f"{_FLAGS[name]} {before[name]}" for name in names if name in _FLAGS and name in before]
    flags += ["--dry-run"] if begun.get("dry_run") is True else []
    if all(name in _FLAGS and name in before for name in names):
        how = f"`ace cycle {' '.join(flags)}` goes on with it"
    else:
        how = "the same settings, as flags or in ace.yaml, go on with it"
    return f"it was begun with other settings ({said}): {how}"


def _value(value: object) -> str:
    return "not set" if value is None else str(value)


def _that_count(settings: Settings) -> JsonObject:
    value = settings.model_dump(mode="json", by_alias=True, exclude=set(_IDLE))
    gate = value.get("gate", {})
    return {**value, "gate": {name: gate[name] for name in gate if name not in _IDLE_GATE}}


def _flat(value: JsonObject, start: str = "") -> dict[str, str]:
    out: dict[str, str] = {}
    for name, item in value.items():
        if isinstance(item, dict):
            out |= _flat(item, f"{start}{name}.")
        elif item is not None:
            out[f"{start}{name}"] = item if isinstance(item, str) else str(item)
    return out
