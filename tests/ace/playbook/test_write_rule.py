"""New rule files and tests."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ace.playbook.write_rule import dump_rule, dump_rule_test
from runtime.contracts.errors import RuleError
from runtime.contracts.rule import Effect, Evidence, Otherwise, Related, Rule, RuleCase, RuleTest
from runtime.rules.read_rule import parse_rule, parse_rule_test

FULL = Rule(
    schema=1,
    id="tools.retrieve-before-web",
    title="Query the local database: before the web",
    agent="tutor",
    text="Call `retrieve` first.\n\nThen `web_browser`.\n",
    when='action.name == "web_browser"',
    require="!state.retrieval.queried",
    otherwise=Otherwise(action="retrieve"),
    rationale="No.",
    evidence=(Evidence(cluster="c-1", failures=14, samples=9, traces=("e-1", "010"), quote_sha256="0" * 64),),
    effect=Effect(
        metric="success",
        stage="held-out",
        n=400,
        before=0.617,
        after=1.0,
        p_value=1e-7,
        verdict="confirmed",
        controller="openai/x",
    ),
    related=(Related(id="retrieval.thin", type="refines"),),
    authors=("ace", "j.doe"),
    created="2026-11-29",
)

WRITTEN = """\
schema: 1
id: tools.retrieve-before-web
title: "Query the local database: before the web"
status: experimental
agent: tutor
audience: controller
text: |
  Call `retrieve` first.

  Then `web_browser`.
when: action.name == "web_browser"
require: "!state.retrieval.queried"
otherwise: {action: retrieve}
enforce: prompt
safety: false
priority: 50
rationale: No.
evidence:
  - cluster: c-1
    failures: 14
    samples: 9
    traces: [e-1, "010"]
    quote_sha256: "0000000000000000000000000000000000000000000000000000000000000000"
effect:
  metric: success
  stage: held-out
  n: 400
  before: 0.617
  after: 1.0
  p_value: 1.0e-07
  verdict: confirmed
  controller: openai/x
related:
  - {id: retrieval.thin, type: refines}
authors: [ace, j.doe]
created: 2026-11-29
"""


def test_a_whole_rule_is_written_as_a_person_would() -> None:
    assert dump_rule(FULL).decode() == WRITTEN


def words(min_size: int, max_size: int) -> st.SearchStrategy[str]:
    letters = st.characters(
        min_codepoint=32, max_codepoint=0x17F, exclude_characters="\u00ad", exclude_categories=["Cc"]
    )
    signs = st.sampled_from(" \n\n:#'\"\\-|>{}[],&*!%@`?=~0")
    return st.text(st.one_of(letters, signs), min_size=min_size, max_size=max_size)


RULES = st.builds(
    Rule,
    schema=st.just(1),
    id=st.from_regex(r"[a-z0-9][a-z0-9-]{0,8}\.[a-z0-9][a-z0-9-]{0,8}", fullmatch=True),
    title=words(3, 40),
    status=st.sampled_from(["experimental", "active", "deprecated"]),
    agent=words(1, 10),
    text=words(3, 80),
    when=st.just("state.step > 1"),
    require=st.sampled_from([None, 'action.text == "a: b # c"', "!state.answer_open"]),
    rationale=words(0, 40),
    priority=st.integers(0, 100),
    safety=st.booleans(),
    evidence=st.lists(
        st.builds(
            Evidence,
            cluster=words(1, 8),
            failures=st.integers(0, 10**6),
            samples=st.just(1),
            traces=st.tuples(words(0, 60)),
        ),
        max_size=2,
    ).map(tuple),
    authors=st.lists(words(0, 8), max_size=3).map(tuple),
    created=st.one_of(st.none(), st.dates().map(str)),
)


@settings(deadline=None)
@given(RULES)
def test_every_rule_reads_back_as_it_was(rule: Rule) -> None:
    assert parse_rule(dump_rule(rule), f"{rule.id.replace('.', '/')}.yaml") == rule


def test_a_rule_that_no_reader_would_accept_is_not_written() -> None:
    for update in ({"text": "ab\u202ec"}, {"id": "a.b.c"}, {"when": "state."}, {"title": "x\u0435r"}):
        with pytest.raises(RuleError):
            dump_rule(FULL.model_copy(update=update))


def test_a_rule_test_is_written_a_case_a_line() -> None:
    test = RuleTest(
        violates=(RuleCase(action={"name": "web_browser"}, state={"retrieval": {"queried": False}}),),
        complies=(RuleCase(action={"text": "no\n- x: {y}", "arguments": {"1": None}}),),
    )
    data = dump_rule_test(test)
    assert data.decode() == (
        "violates:\n  - {action: {name: web_browser}, state: {retrieval: {queried: false}}}\n"
        'complies:\n  - {action: {text: "no\\n- x: {y}", arguments: {"1": null}}}\n'
    )
    assert parse_rule_test(data, "x.test.yaml") == test
    assert dump_rule_test(RuleTest()) == b"violates: []\ncomplies: []\n"
