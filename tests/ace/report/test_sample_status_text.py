"""The state of held-out samples in words."""

from dataclasses import replace

import pytest

from ace.ledger.vault import VaultScore
from ace.report.sample_status import SampleStatus, Tally
from ace.report.sample_status_text import status_text, vault_text
from runtime.contracts.sample import SampleRef

SCORE = VaultScore.model_validate(
    {"arm": "a-1", "commit": "0123456789", "controller": "openai/m", "simulated": False, "cases": 400, "samples": 1200}
    | {"when": "2026-11-30T00:00:00Z", "success": 0.617}
)
STATUS = SampleStatus(
    commit="f" * 40,
    simulated=False,
    limit=5,
    needed=100,
    renewed=True,
    splits={"dev": Tally(200, 600), "must_pass": Tally(30, 90), "sealed": Tally(180, 540)},
    by_uses={0: 100, 1: 50, 4: 30},
    usable=Tally(180, 540),
    moved=Tally(20, 60),
    vault=Tally(0, 0),
    vault_last=None,
    vault_next="",
    gone=2,
    confirmations=9,
    unknown=1,
    accepted=3,
    bar=20.0,
    problems=(),
)


def test_all_figures_are_told() -> None:
    text = status_text(STATUS)
    for line in (
        "  sealed     180    540",
        "  unused     100",
        "  1 of them  50",
        "  4 of them  30",
        "  20 cases used up: now development cases",
        "  2 used samples in no sample file any more",
        "  no vault: no held-out cases are set aside for scoring alone (gate.vault_share is 0)",
        "confirmations: 9, 3 accepted, 1 with no verdict known (cut off, or still running)",
        "the next confirmation needs an e-value of 20 "
        "(20 x (9 begun + 1) / (3 accepted + 1): each confirmation begun in vain asks more of the next, as held-out "
        "samples are renewed)",
        f"ledger: refs/ace/ledger at {'f' * 12}; share it: git push origin refs/ace/ledger",
    ):
        assert line in text.splitlines()
    assert "import" not in text


@pytest.mark.parametrize(
    ("status", "says"),
    [
        pytest.param(
            replace(STATUS, why_not="36 cases: import 64"), "Nothing can be confirmed: 36 cases: import 64\n", id="few"
        ),
        pytest.param(replace(STATUS, by_uses={}, usable=Tally(0, 0)), "  none left  0", id="none left"),
        pytest.param(replace(STATUS, renewed=False, bar=3684.9), "3685 (gate.renewed is false, 3 accepted", id="spent"),
        pytest.param(
            replace(STATUS, commit=""), "git fetch origin refs/ace/ledger && ace samples merge", id="no ledger"
        ),
        pytest.param(replace(STATUS, simulated=True), "confirmations under simulated controllers: 9", id="simulated"),
        pytest.param(
            replace(STATUS, vault=Tally(90, 270)), "vault: 90 cases that no confirmation uses; not", id="vault"
        ),
        pytest.param(
            replace(STATUS, vault=Tally(90, 270), vault_last=SCORE, vault_next="2026-12-30"),
            "last scored 2026-11-30: 61.7%, next from 2026-12-30",
            id="scored vault",
        ),
        pytest.param(
            replace(STATUS, problems=(SampleRef(path="a\x1b.yaml", where="file", problem="no"),)),
            "not read: a\\x1b.yaml: no",
            id="a file that cannot be read",
        ),
    ],
)
def test_what_is_to_be_done_is_said(status: SampleStatus, says: str) -> None:
    assert says in status_text(status)


def test_a_score_of_the_vault_stands_beside_the_one_before() -> None:
    assert vault_text(SCORE, None) == (
        "vault: 61.7% of trials succeed under the rules at 0123456; 400 cases, 1,200 samples, openai/m\n"
    )
    simulated = SCORE.model_copy(update={"simulated": True})
    assert "vault, simulated: " in vault_text(simulated, None)
    assert "(before: 61.7% on 2026-11-30)" in vault_text(SCORE, SCORE)
