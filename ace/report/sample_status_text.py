"""`ace samples status` and `ace samples vault` in words."""

from ace.ledger.ledger_ref import LEDGER_REF
from ace.ledger.vault import VaultScore
from ace.report.sample_status import SampleStatus
from ace.text.counted import counted
from ace.text.table import table
from ace.text.visible_text import escape_text


def status_text(status: SampleStatus) -> str:
    """Return what is there, what was used, and what to do where little is left."""
    rows = [["split", "cases", "samples"]]
    rows += [[name, str(tally.cases), str(tally.samples)] for name, tally in status.splits.items()]
    out = table(rows) + "\n"
    out += f"held-out cases, by confirmations served (each serves {status.limit})\n"
    out += table([[_uses(uses), str(cases)] for uses, cases in status.by_uses.items()] or [["none left", "0"]])
    if status.moved.cases:
        out += f"  {counted(status.moved.cases, 'case')} used up: now development cases\n"
    if status.gone:
        out += f"  {counted(status.gone, 'used sample')} in no sample file any more\n"
    out += "\n".join(_vault_lines(status)) + "\n\n" + "\n".join(_confirmation_lines(status)) + "\n"
    out += "".join(f"{line}\n" for line in (*_advice(status), _ledger_line(status)))
    return out + "".join(f"not read: {escape_text(p.path)}: {escape_text(p.problem)}\n" for p in status.problems)


def vault_text(score: VaultScore, last: VaultScore | None) -> str:
    """Return a score of the vault, beside the one before."""
    assert score.success is not None
    before = f" (before: {last.success:.1%} on {last.when:%Y-%m-%d})" if last and last.success is not None else ""
    mark = ", simulated" if score.simulated else ""
    return (
        f"vault{mark}: {score.success:.1%} of trials succeed under the rules at {score.commit[:7]}{before}; "
        f"{counted(score.cases, 'case')}, {counted(score.samples, 'sample')}, {escape_text(score.controller)}\n"
    )


def _uses(uses: int) -> str:
    return "unused" if uses == 0 else f"{uses} of them" if uses > 1 else "1 of them"


def _vault_lines(status: SampleStatus) -> list[str]:
    if not status.vault.cases:
        return ["  no vault: no held-out cases are set aside for scoring alone (gate.vault_share is 0)"]
    last = status.vault_last
    when = (
        f"last scored {last.when:%Y-%m-%d}: {last.success:.1%}" if last and last.success is not None else "not scored"
    )
    following = f", next from {status.vault_next}" if status.vault_next else ": `ace samples vault` does it"
    return [f"  vault: {counted(status.vault.cases, 'case')} that no confirmation uses; {when}{following}"]


def _confirmation_lines(status: SampleStatus) -> list[str]:
    unknown = f", {status.unknown} with no verdict known (cut off, or still running)" if status.unknown else ""
    mark = " under simulated controllers" if status.simulated else ""
    why = (
        f"20 x ({status.confirmations} begun + 1) / ({status.accepted} accepted + 1): each confirmation begun in vain "
        "asks more of the next, as held-out samples are renewed"
        if status.renewed
        else f"gate.renewed is false, {status.accepted} accepted so far"
    )
    return [
        f"confirmations{mark}: {status.confirmations}, {status.accepted} accepted{unknown}",
        f"the next confirmation needs an e-value of {status.bar:.0f} ({why})",
    ]


def _advice(status: SampleStatus) -> list[str]:
    return [f"Nothing can be confirmed: {status.why_not}"] if status.why_not else []


def _ledger_line(status: SampleStatus) -> str:
    if status.commit:
        return f"ledger: {LEDGER_REF} at {status.commit[:12]}; share it: git push origin {LEDGER_REF}"
    return (
        f"ledger: nothing was used in this copy; if another has one: git fetch origin {LEDGER_REF} && "
        "ace samples merge FETCH_HEAD"
    )
