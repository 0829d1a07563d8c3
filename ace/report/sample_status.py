"""How much evidence is left: samples by split, uses of held-out ones, confirmations, and the bar of the next."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ace.cycle.counted_ledger import counted_ledger, is_simulated
from ace.cycle.judging.serving import serving, too_few
from ace.evaluation.gate_rules import GateRules
from ace.ledger.sealed_rules import accepted_before, needed_e, used_up_cases
from ace.ledger.vault import VaultScore, is_in_vault, last_finished, next_scoring
from ace.session import Session
from runtime.contracts.json_types import JsonObject
from runtime.contracts.sample import Sample, SampleRef


@dataclass(frozen=True)
class Tally:
    """Cases, and their samples."""

    cases: int
    samples: int


@dataclass(frozen=True)
class SampleStatus:
    """What is there and what was used of it.

    `splits`: as the files say, development with what has moved there. `by_uses`: cases that may still serve, by how
    many confirmations they served. `gone`: samples that were used and are in no file any more. `unknown`: confirmations
    of which no verdict is known. `bar`: the e-value that the next confirmation needs. `why_not`: why nothing can be
    confirmed and what to do, empty where something can be.
    """

    commit: str
    simulated: bool
    limit: int
    needed: int
    renewed: bool
    splits: dict[str, Tally]
    by_uses: dict[int, int]
    usable: Tally
    moved: Tally
    vault: Tally
    vault_last: VaultScore | None
    vault_next: str
    gone: int
    confirmations: int
    unknown: int
    accepted: int
    bar: float
    problems: tuple[SampleRef, ...]
    why_not: str = ""


def sample_status(session: Session) -> SampleStatus:
    """Return the state of the samples the settings name and of the ledger. Raises: ConfigError, LedgerError."""
    gate = session.settings.gate
    ledger = counted_ledger(session)
    every, problems = session.samples("dev", "must_pass", "sealed")
    sealed = [sample for sample in every if sample.split == "sealed"]
    spent = used_up_cases(sealed, ledger, gate.sealed_uses)
    moved = [sample for sample in sealed if sample.case in spent]
    kept = [sample for sample in sealed if sample.case not in spent]
    vault = [sample for sample in kept if is_in_vault(sample.case, gate.vault_share)]
    usable = [sample for sample in kept if not is_in_vault(sample.case, gate.vault_share)]
    most: dict[str, int] = {}
    for sample in usable:
        most[sample.case] = max(most.get(sample.case, 0), ledger.count(sample))
    accepted = accepted_before(ledger)
    scores = tuple(ledger.vault.values())
    following = next_scoring(scores)
    return SampleStatus(
        commit=ledger.commit,
        simulated=is_simulated(session),
        limit=gate.sealed_uses,
        needed=GateRules().min_confirm,
        renewed=gate.renewed,
        splits={
            "dev": _tally([*(sample for sample in every if sample.split == "dev"), *moved]),
            "must_pass": _tally([sample for sample in every if sample.split == "must_pass"]),
            "sealed": _tally(kept),
        },
        by_uses=dict(sorted(Counter(most.values()).items())),
        usable=_tally(usable),
        moved=_tally(moved),
        vault=_tally(vault),
        vault_last=last_finished(scores),
        vault_next=f"{following:%Y-%m-%d}" if following else "",
        gone=len(ledger.names() - {sample.id for sample in every}),
        confirmations=len(ledger.uses),
        unknown=sum(use.verdict is None for use in ledger.uses.values()),
        accepted=accepted,
        bar=needed_e(ledger, gate.renewed),
        problems=problems,
        why_not=too_few(serving(usable, gate)),
    )


def status_json(status: SampleStatus) -> JsonObject:
    """Return the state as JSON."""
    last = status.vault_last
    return {
        "ledger": status.commit or None,
        "simulated": status.simulated,
        "splits": {name: _tally_json(tally) for name, tally in status.splits.items()},
        "sealed": {
            "usable": _tally_json(status.usable),
            "cases_by_uses": {str(uses): cases for uses, cases in status.by_uses.items()},
            "serves": status.limit,
            "moved_to_dev": _tally_json(status.moved),
            "used_and_gone": status.gone,
            "needed": status.needed,
            "why_not": status.why_not or None,
        },
        "vault": {
            **_tally_json(status.vault),
            "last": last.model_dump(mode="json", by_alias=True) if last else None,
            "next": status.vault_next or None,
        },
        "confirmations": status.confirmations,
        "unknown": status.unknown,
        "accepted": status.accepted,
        "renewed": status.renewed,
        "next_e_value": status.bar,
        "problems": [problem.model_dump() for problem in status.problems],
    }


def _tally(samples: Sequence[Sample]) -> Tally:
    return Tally(len({sample.case for sample in samples}), len(samples))


def _tally_json(tally: Tally) -> JsonObject:
    return {"cases": tally.cases, "samples": tally.samples}
