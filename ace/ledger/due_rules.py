"""Which rules in force are due to be left out again. Pure; the clock comes as a value."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from ace.ledger.retest import Retest
from runtime.contracts.rule import Rule


class Due(NamedTuple):
    """One accepted rule. `since`: when it was accepted, or last left out as it is now; `due`: when that is next."""

    rule: Rule
    path: str
    since: datetime
    due: datetime


def retest_dates(
    accepted: Mapping[str, datetime], rules: Mapping[str, Rule], retests: Iterable[Retest], days: int
) -> tuple[Due, ...]:
    """Return when each accepted rule is to be left out again, the earliest first.

    `accepted`: when the file at each path last changed on the reviewed branch; `rules`: those in force, by path.
    Accepted are rules with evidence or an effect, so those that a proposal brought. A safety rule is never left out, a
    gate is taken away by people only. A rule that was changed is a new one: what was said of the old one counts no
    more. Only the newest date counts, so a clock that was set back puts a re-test off and never repeats one.
    """
    last: dict[tuple[str, str], datetime] = {}
    for one in retests:
        key = (one.rule, one.fingerprint)
        last[key] = max(last.get(key, one.when), one.when)
    found = []
    for path, rule in rules.items():
        if path not in accepted or rule.safety or rule.enforce == "gate" or not (rule.evidence or rule.effect):
            continue
        since = max(accepted[path], last.get((rule.id, rule.fingerprint()[:16]), accepted[path]))
        found.append(Due(rule, path, since, since + timedelta(days=days)))
    return tuple(sorted(found, key=lambda one: (one.due, one.rule.id)))


def due_at(dates: Sequence[Due], now: datetime) -> tuple[Due, ...]:
    """Return those that are due at `now`."""
    return tuple(one for one in dates if one.due <= now)
