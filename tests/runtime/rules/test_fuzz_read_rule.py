"""Hostile rule files: none crashes the reader or holds it up, and what it accepts is a rule by other means too.

`ACE_FUZZ=100000 make test` tries as many files; 3,000 otherwise.
"""

import datetime
import os
import time
import unicodedata
from itertools import islice

import pytest
import yaml

from ace.playbook.write_rule import dump_rule
from runtime.contracts.rule import Rule
from runtime.rules.problem import Problem, RuleFileError
from runtime.rules.read_rule import read_rule
from runtime.rules.read_yaml import LOADER
from tests.runtime.rules.rule_mutations import SEEDS, mutated

PATH = "playbooks/tutor/tools/read-first.yaml"
FUZZ_FILES = int(os.environ.get("ACE_FUZZ", "3000"))
HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def plain(value: object) -> object:
    """What a rule file holds, of what PyYAML reads: a date is its text."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value.isoformat() if type(value) is datetime.date else value


def check_accepted(data: bytes, rule: Rule) -> None:
    """What was accepted says the same to PyYAML, holds what a person sees, and can be written and read again."""
    text = data.decode()
    assert len(data) <= 64 * 1024
    assert not [char for char in text if char not in "\t\n\r" and unicodedata.category(char) in HIDDEN]
    for event in yaml.parse(text, Loader=LOADER):
        assert not isinstance(event, yaml.AliasEvent)
        assert getattr(event, "anchor", None) is None
        assert getattr(event, "tag", None) is None
    documents = list(yaml.load_all(text, Loader=LOADER))
    assert len(documents) == 1
    assert Rule.model_validate(plain(documents[0])) == rule
    assert Rule.model_validate_json(rule.model_dump_json(by_alias=True)) == rule
    assert read_rule(dump_rule(rule), PATH).rule == rule


def test_the_seeds_are_valid() -> None:
    for seed in SEEDS:
        check_accepted(seed.encode(), read_rule(seed.encode(), PATH).rule)


@pytest.mark.timeout(3600)
def test_hostile_files_never_crash_nor_hang_and_nothing_invalid_is_accepted() -> None:
    rule: Rule | None
    problems: tuple[Problem, ...]
    accepted, slowest = 0, 0.0
    for data in islice(mutated(seed=7), FUZZ_FILES):
        # CPU time: what else the machine does is not this reader's.
        started = time.process_time()
        try:
            rule, problems = read_rule(data, PATH).rule, ()
        except RuleFileError as exc:
            rule, problems = None, exc.problems
        slowest = max(slowest, time.process_time() - started)
        assert slowest < 1, data
        assert (rule is None) == bool(problems)
        assert all(problem.line > 0 and problem.column > 0 for problem in problems)
        if rule is not None:
            accepted += 1
            check_accepted(data, rule)
    assert FUZZ_FILES / 50 < accepted < FUZZ_FILES
