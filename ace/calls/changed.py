"""What has changed since a run, as far as its record tells. Pure."""

from collections.abc import Sequence

from ace.runs.run_record import RunRecord
from runtime.contracts.rule import Rule
from runtime.contracts.sample import Sample

_SHOWN = 3


def what_changed(record: RunRecord, rules: Sequence[Rule], samples: Sequence[Sample], controller: str) -> str:
    """Return what is not as `record` says, in words; where it holds no difference, what it may be.

    `rules` are those that would be injected now, `samples` those of the run's split, `controller` the label of who
    would decide.
    """
    found = [*_rules(record, rules), *_samples(record, samples)]
    if controller != record.controller:
        found.insert(0, f"the controller is {controller}, and was {record.controller}")
    if found:
        return f"since {record.run}: {'; '.join(found)}"
    return f"the controller's settings, budgets, a sample's text or ACE itself have changed since {record.run}"


def _rules(record: RunRecord, rules: Sequence[Rule]) -> list[str]:
    now = {rule.id: rule.fingerprint()[:16] for rule in rules}
    out: list[str] = []
    for verb, names in (
        ("added", [name for name in now if name not in record.rules]),
        ("gone", [name for name in record.rules if name not in now]),
        ("changed", [name for name in now if record.rules.get(name, now[name]) != now[name]]),
    ):
        out += _named("rule", names, verb)
    return out


def _samples(record: RunRecord, samples: Sequence[Sample]) -> list[str]:
    now = {sample.id for sample in samples}
    return _named("sample", [name for name in record.samples if name not in now], "gone")


def _named(noun: str, names: Sequence[str], verb: str) -> list[str]:
    if not names:
        return []
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return [f"{noun}{'s' if len(names) > 1 else ''} {', '.join(names[:_SHOWN])}{more} {verb}"]
