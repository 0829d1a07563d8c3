"""The ledger of held-out samples as one judging sees it: which may serve, and what is written before they are run."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from ace.cycle.counted_ledger import controller_label, counted_ledger, is_simulated, ledger_identity
from ace.cycle.run_samples import arm_spec
from ace.ledger.ledger import Ledger
from ace.ledger.ledger_ref import add_uses
from ace.ledger.sealed_rules import needed_e, usable
from ace.ledger.use import Use, sample_uses, use_id
from ace.ledger.vault import is_in_vault
from ace.runs.run_record import LoadedRun
from ace.session import Session
from runtime.contracts.rule import Rule, Verdict
from runtime.contracts.sample import Sample


class SealedUses:
    """Implements SealedLedger for the judging of one run's drafts against the rules in force."""

    def __init__(self, session: Session, run: LoadedRun, rules: tuple[Rule, ...]) -> None:
        self._session, self._run, self._rules = session, run, rules

    @cached_property
    def arm(self) -> str:
        """The arm that drafts are compared with on held-out samples; the same when a judging is gone on with."""
        sealed, _ = self._session.samples("sealed")
        return arm_spec(self._session, self._rules, sealed, self._run.record.seed).key

    def usable(self, samples: Sequence[Sample], proposal: str) -> tuple[Sample, ...]:
        """Return the samples that may serve a confirmation of `proposal`. Raises: LedgerError."""
        gate = self._session.settings.gate
        open_ones = [sample for sample in samples if not is_in_vault(sample.case, gate.vault_share)]
        return usable(open_ones, self.ledger(), gate.sealed_uses, use_id(proposal, self.arm))

    def used(self, proposal: str, samples: Sequence[Sample]) -> None:
        """Count `samples` as looked at for `proposal`. Raises: LedgerError."""
        self._add([self._use(proposal, samples, None)])

    def needed_e(self, proposal: str) -> float:
        """Return the e-value that a confirmation of `proposal` needs. Raises: LedgerError."""
        own = use_id(proposal, self.arm)
        return needed_e(self.ledger(), self._session.settings.gate.renewed, own, self.arm)

    def decided(self, verdicts: Mapping[str, Verdict]) -> None:
        """Note how the confirmations of proposals ended. Raises: LedgerError."""
        if verdicts:
            self._add([self._use(proposal, (), verdict) for proposal, verdict in sorted(verdicts.items())])

    def ledger(self) -> Ledger:
        """Return what counts for this controller. Raises: LedgerError."""
        return counted_ledger(self._session)

    def _use(self, proposal: str, samples: Sequence[Sample], verdict: Verdict | None) -> Use:
        return Use(
            proposal=proposal,
            arm=self.arm,
            run=self._run.record.run,
            controller=controller_label(self._session),
            simulated=is_simulated(self._session),
            when=self._session.clock.now(),
            samples=sample_uses(samples),
            verdict=verdict,
            needed_e=self.needed_e(proposal),
        )

    def _add(self, uses: Sequence[Use]) -> None:
        add_uses(self._session.workspace.repo, uses, ledger_identity(self._session))
