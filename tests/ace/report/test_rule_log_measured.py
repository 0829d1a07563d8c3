"""What was measured of a rule later."""

import json
from datetime import UTC, datetime
from pathlib import Path

from ace.ledger.ledger_ref import add_retests, add_uses
from ace.ledger.retest import Retest
from ace.ledger.use import Use
from ace.report.rule_log_measured import ablations_of, retests_of, uses_of
from tests.ace.rejections.rejecting import make_repository
from tests.ace.review.playbook_repository import BOT


def test_confirmations_of_its_proposals_are_read_from_the_ledger(tmp_path: Path) -> None:
    repository = make_repository(tmp_path / "repo")
    use = Use(proposal="a" * 12, arm="arm", run="r-1", controller="x", simulated=False, when="2026-11-01T00:00:00Z",
              samples=(), verdict="confirmed")  # fmt: skip
    other = use.model_copy(update={"proposal": "b" * 12, "verdict": None})
    add_uses(repository.path, [use, other], BOT)
    (found,) = uses_of(repository.path, {"a" * 12})
    assert (found.word, found.run, found.before) == ("confirmed", "r-1", None)
    (begun,) = uses_of(repository.path, {"b" * 12})
    assert begun.word.startswith("begun")
    assert list(uses_of(repository.path, set())) == []


def test_re_tests_are_read_from_the_ledger(tmp_path: Path) -> None:
    repository = make_repository(tmp_path / "repo")
    retest = Retest(
        rule="a.b", fingerprint="0" * 16, arm="arm", run="r-2", controller="x", simulated=True,
        when=datetime(2026, 11, 2, tzinfo=UTC), word="dead", cases=40, better=1, worse=2, e_without=1.0, e_with=1.0,
    )  # fmt: skip
    add_retests(repository.path, [retest], BOT)
    (found,) = retests_of(repository.path, "a.b")
    assert (found.kind, found.n, found.word) == ("re-test", 40, "dead: without it 1 case better, 2 worse")
    assert list(retests_of(repository.path, "c.d")) == []


def test_what_leaving_it_out_came_to_is_read_from_the_runs(tmp_path: Path) -> None:
    value = {
        "simulated": True,
        "controller": "simulated/policy-1",
        "rules": [
            {"rule": "a.b", "word": "carries weight", "trials": {"n": 90, "without": 0.4, "with": 0.6}},
            {"rule": "c.d", "word": "silent", "trials": None},
        ],
    }
    for name, text in (("r-20261101-1", json.dumps(value)), ("r-20261102-1", "{broken"), ("r-20261103-1", "[]")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ablation.json").write_text(text)
    (found,) = ablations_of(tmp_path, "a.b")
    assert (found.when, found.word, found.n, found.before, found.after) == (
        "2026-11-01",
        "carries weight",
        90,
        0.4,
        0.6,
    )
    (silent,) = ablations_of(tmp_path, "c.d")
    assert (silent.n, silent.before) == (0, None)
    assert list(ablations_of(tmp_path / "nowhere", "a.b")) == []
