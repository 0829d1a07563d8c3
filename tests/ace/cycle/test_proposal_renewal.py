"""A proposal's evidence on a new base."""

from pathlib import Path

import pytest

from ace.cycle.proposal_reading import draft_of
from ace.cycle.proposal_renewal import measured_on, renewed_record, with_verdict
from ace.cycle.proposal_replay import Replayed
from ace.review.evidence import EvidenceRecord
from runtime.rules.read_rule import parse_rule
from tests.ace.cycle.one_proposal import OTHER_GREETING, make_repository, session_at
from tests.ace.review.playbook_repository import (
    GREETING_PATH,
    NEW_RULE,
    OLD_RULE,
    RULE_PATH,
    Repository,
    make_evidence,
)

REPLAYED = Replayed({}, parse_rule(OLD_RULE, RULE_PATH), parse_rule(NEW_RULE, RULE_PATH))


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """Two rules on main."""
    return make_repository(tmp_path)


def _renewed(repository: Repository, record: EvidenceRecord) -> EvidenceRecord:
    session = session_at(repository)
    return renewed_record(session, session.playbook(), draft_of(record, REPLAYED), record, record.checks)


@pytest.mark.parametrize(
    ("verdict", "expected"),
    [
        ("confirmed", "insufficient evidence"),
        ("promising", "insufficient evidence"),
        ("no effect", "no effect"),
        ("harmful", "harmful"),
    ],
)
def test_under_other_rules_nothing_good_is_said(repository: Repository, verdict: str, expected: str) -> None:
    record = make_evidence(repository.git("rev-parse", "main"), verdict=verdict)
    base = repository.commit(**{GREETING_PATH: OTHER_GREETING})
    renewed = _renewed(repository, record)
    assert (renewed.base, renewed.verdict, renewed.trials) == (base, expected, record.trials)
    assert renewed.measured is not None
    assert (renewed.measured.base, renewed.measured.verdict) == (record.base, verdict)


def test_it_is_always_the_first_measurement_that_counts(repository: Repository) -> None:
    record = make_evidence(repository.git("rev-parse", "main"))
    repository.commit(**{GREETING_PATH: OTHER_GREETING})
    once = _renewed(repository, record)
    repository.commit(**{GREETING_PATH: OTHER_GREETING + b"rationale: kind\n"})
    twice = _renewed(repository, once)
    assert once.measured is not None
    assert twice.measured == once.measured
    assert twice.verdict_reason == once.verdict_reason
    assert twice.verdict_reason.count("Under the rules of now") == 1


def test_tokens_are_counted_on_the_new_base(repository: Repository) -> None:
    record = make_evidence(repository.git("rev-parse", "main"))
    tokens = _renewed(repository, record).prompt_tokens
    assert 0 < tokens.before < tokens.after < record.prompt_tokens.before


def test_what_a_person_undoes_was_measured_nowhere(repository: Repository) -> None:
    record = make_evidence(
        repository.git("rev-parse", "main"), trials=(), target=None, verdict="insufficient evidence", reverts="b" * 40
    )
    repository.commit(**{GREETING_PATH: OTHER_GREETING})
    assert _renewed(repository, record).measured is None


def test_the_rules_of_both_commits_are_compared(repository: Repository) -> None:
    record = make_evidence(repository.git("rev-parse", "main"))
    session = session_at(repository)
    repository.commit(**{GREETING_PATH: OTHER_GREETING.replace(b", and smile", b"") + b"rationale: kind\n"})
    assert not measured_on(session, session.playbook(), record).other_rules
    repository.commit(**{GREETING_PATH: OTHER_GREETING})
    assert measured_on(session, session.playbook(), record).other_rules


def test_the_effect_in_the_file_says_the_same_verdict() -> None:
    said = "metric: success, stage: held-out, n: 9, before: 0.1, after: 0.2, verdict: {}, controller: x"
    data = OLD_RULE + f"effect: {{{said.format('confirmed')}}}\n".encode()
    changed = with_verdict({RULE_PATH: data, "x": None}, RULE_PATH, "insufficient evidence")
    after = changed[RULE_PATH]
    assert after is not None
    effect = parse_rule(after, RULE_PATH).effect
    assert effect is not None
    assert (effect.verdict, effect.n, changed["x"]) == ("insufficient evidence", 9, None)
    assert with_verdict({RULE_PATH: OLD_RULE}, RULE_PATH, "harmful") == {RULE_PATH: OLD_RULE}
