"""How many rewordings of closed proposals are recognised, and how many others are wrongly suppressed."""

import sys
from pathlib import Path
from typing import NamedTuple

import yaml

from ace.rejections.match import find_rejected
from ace.rejections.rejection import Rejection
from ace.review.fingerprint import fingerprint
from runtime.contracts.condition_context import TUTOR_CONTEXT
from runtime.contracts.rule import Rule
from tests.ace.building import rule

FOLDER = Path(__file__).parent
TODAY = "2026-11-30"


class Score(NamedTuple):
    """Of one closed proposal: ids of rewordings that were missed, and of others that were suppressed."""

    rule: str
    reworded: int
    missed: tuple[str, ...]
    different: int
    suppressed: tuple[str, ...]
    has_condition: bool


def score(name: str) -> tuple[Score, ...]:
    """Return the scores of the set in `<name>.yaml`."""
    return tuple(_score(item) for item in yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8")))


def _score(item: dict[str, object]) -> Score:
    closed = _rule({**item, "id": item["rule"]})
    rejection = Rejection(
        fingerprint=fingerprint("add", closed.id, closed),
        op="add",
        rule=closed.id,
        cluster="c-1",
        text=closed.text,
        when=closed.when,
        require=closed.require,
        reason="not wanted",
        by="maintainer",
        date="2026-11-01",
    )
    reworded, different = (_rules(item[key]) for key in ("reworded", "different"))
    return Score(
        closed.id,
        len(reworded),
        tuple(one.id for one in reworded if not _is_found(one, rejection)),
        len(different),
        tuple(one.id for one in different if _is_found(one, rejection)),
        closed.is_checked,
    )


def _rules(items: object) -> list[Rule]:
    assert isinstance(items, list)
    return [_rule(item) for item in items]


def _rule(item: dict[str, object]) -> Rule:
    fields = {name: item[name] for name in ("text", "when", "require") if name in item}
    return rule(str(item["id"]), **fields)


def _is_found(after: Rule, rejection: Rejection) -> bool:
    return find_rejected("add", after.id, after, "c-1", [rejection], today=TODAY, fields=TUTOR_CONTEXT) is not None


def lines() -> list[str]:
    """Return a line a closed proposal of every set."""
    out = []
    for name in sorted(path.stem for path in FOLDER.glob("*.yaml")):
        for one in score(name):
            found = f"{one.reworded - len(one.missed)}/{one.reworded} recognised"
            wrong = f"{len(one.suppressed)}/{one.different} wrongly suppressed"
            out.append(f"{name} {one.rule}: {found}, {wrong}; {[*one.missed, *one.suppressed]}")
    return out


if __name__ == "__main__":
    sys.stdout.write("\n".join(lines()) + "\n")
