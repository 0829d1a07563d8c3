"""Which held-out samples may still serve, which have moved to development, and what the next confirmation needs. Pure.

Samples of one case are alike, so a case moves as a whole as soon as one of its samples is used up.
"""

from collections.abc import Sequence

from ace.evaluation.gate_rules import GateRules, acceptance_e, renewed_e
from ace.ledger.ledger import Ledger
from runtime.contracts.sample import Sample


def used_up_cases(samples: Sequence[Sample], ledger: Ledger, limit: int) -> frozenset[str]:
    """Return the cases of which a sample served `limit` confirmations."""
    return ledger.spent_cases(limit) | {sample.case for sample in samples if ledger.count(sample) >= limit}


def usable(samples: Sequence[Sample], ledger: Ledger, limit: int, own: str = "") -> tuple[Sample, ...]:
    """Return the samples whose case is not used up, or that the confirmation of id `own` looks at already.

    So one that was cut off goes on with the samples it had begun with.
    """
    begun = {one.case for one in ledger.uses[own].samples} if own in ledger.uses else frozenset[str]()
    gone = used_up_cases(samples, ledger, limit) - begun
    return tuple(sample for sample in samples if sample.case not in gone)


def moved_to_dev(samples: Sequence[Sample], ledger: Ledger, limit: int) -> tuple[Sample, ...]:
    """Return the held-out samples of used-up cases, as the development samples they are now."""
    gone = used_up_cases(samples, ledger, limit)
    return tuple(
        sample.model_copy(update={"split": "dev"})
        for sample in samples
        if sample.split == "sealed" and sample.case in gone
    )


def accepted_before(ledger: Ledger, arm: str = "") -> int:
    """Return how many confirmations ended as `confirmed`, those against `arm` left out.

    Drafts judged against one arm share a look, and one that is judged again must not raise its own bar.
    """
    return sum(use.verdict == "confirmed" and use.arm != arm for use in ledger.uses.values())


def needed_e(ledger: Ledger, is_renewed: bool, own: str = "", arm: str = "") -> float:
    """Return the e-value that a confirmation needs: the one of id `own`, against `arm`, or the next one.

    One that was begun keeps what it needed then: what others began or won since must not undo its verdict. No rule
    looks at a time, and nothing is forgiven: a clock that is wrong lowers no bar.
    """
    begun = ledger.uses.get(own)
    if begun is not None and begun.needed_e is not None:
        return begun.needed_e
    if not is_renewed:
        return acceptance_e(GateRules(), accepted_before(ledger, arm))
    others = [use for name, use in ledger.uses.items() if name != own]
    return renewed_e(GateRules(), len(others), sum(use.verdict == "confirmed" for use in others))
