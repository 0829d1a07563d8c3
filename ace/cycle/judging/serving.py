"""Which held-out samples one confirmation may use, and what is said where too few can confirm anything. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from ace.config.settings import GateSettings
from ace.cycle.run_samples import choose
from ace.evaluation.gate_rules import GateRules
from ace.text.counted import counted
from runtime.contracts.json_types import content_hash
from runtime.contracts.sample import Sample


class Serving(NamedTuple):
    """What one confirmation may use: `samples`, of which it looks at `cases` at most, of the `there` that may serve."""

    samples: tuple[Sample, ...]
    cases: int
    there: int

    @property
    def can_confirm(self) -> bool:
        """True when there are as many cases as a confirmation needs."""
        return self.cases >= GateRules().min_confirm


def serving(usable: Sequence[Sample], gate: GateSettings) -> Serving:
    """Return what one confirmation may use of the `usable` samples: none of the vault's, none used up."""
    chosen = choose(tuple(usable), (), gate.sealed_limit)
    cases = len({sample.case for sample in chosen})
    return Serving(chosen, min(cases, gate.most), len({sample.case for sample in usable}))


def too_few(found: Serving) -> str:
    """Return why nothing can be confirmed and what to do, without a full stop; empty where something can be."""
    if found.can_confirm:
        return ""
    needed = GateRules().min_confirm
    verb = "case" if found.cases == 1 else "cases"
    limit = f" of {found.there} that may serve (gate.sealed_limit, gate.most)" if found.there > found.cases else ""
    remedies = [f"raise gate.sealed_limit and gate.most to {needed} cases at least"] if limit else []
    if found.there < needed:
        more = counted(needed - found.there, "more case")
        remedies.append(f"import {more} (`ace samples import --help`), or write them with `split: sealed`")
    return (
        f"{found.cases} held-out (sealed) {verb} may be used{limit}, and a confirmation needs at least {needed}: "
        f"{'; '.join(remedies)}"
    )


def by_case(samples: Sequence[Sample], seed: int) -> list[tuple[Sample, ...]]:
    """Return the samples of each case, in an order of cases that follows from `seed` and their names."""
    cases: dict[str, list[Sample]] = {}
    for sample in samples:
        cases.setdefault(sample.case, []).append(sample)
    return [tuple(cases[case]) for case in sorted(cases, key=lambda case: content_hash([seed, case]))]
