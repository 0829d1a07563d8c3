"""`ace bench rules`: reading, checking and rendering many rules, and one decision of a condition."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ace.bench.detector_rules import CONDITIONS
from ace.bench.row import Row, rows_text
from ace.playbook.write_rule import dump_rule
from runtime.contracts.condition_context import TUTOR_CONTEXT, default_context, merge_context
from runtime.contracts.errors import RuleError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Evidence, Otherwise, Rule
from runtime.rules.evaluate_condition import Condition, compile_condition
from runtime.rules.load_reviewed import condition_problems, parse_playbook
from runtime.rules.render_rules import render_rules

FOLDER = "playbooks/bench"
TARGET_S = 1.0
TARGET_US = 50.0
PASSES = 5
_DECISIONS = 1_000


class RulesBench(NamedTuple):
    """CPU seconds of this process: the fastest of PASSES, each with an empty cache of conditions.

    `load_s`: bytes to a checked playbook; `check_s`: each condition against the agent's fields; `render_s`: the prompt.
    `native_us`, `cel_us`: microseconds of one decision, of the dearest condition of its kind.
    """

    rules: int
    bytes: int
    load_s: float
    check_s: float
    render_s: float
    native_us: float
    cel_us: float

    @property
    def all_s(self) -> float:
        """Loading, checking and rendering."""
        return self.load_s + self.check_s + self.render_s


def bench_rules(rules: int, note: Callable[[str], None]) -> RulesBench:
    """Return what `rules` rule files take; every file has a condition of its own, evidence and comments."""
    note(f"writing {rules} rule files ...")
    files = bench_files(rules)
    note(f"{PASSES} passes ...")
    load, check, render = (min(times) for times in zip(*(_pass(files) for _ in range(PASSES)), strict=True))
    native, cel = _dearest_decisions()
    return RulesBench(rules, sum(map(len, files.values())), load, check, render, native, cel)


def bench_files(rules: int) -> Mapping[str, bytes]:
    """Return that many rule files by path; no two conditions are the same text."""
    return {f"{FOLDER}/a{number % 40}/r{number}.yaml": _file(number) for number in range(rules)}


def rows(bench: RulesBench) -> Sequence[Row]:
    """Return the figures against their targets."""
    detail: JsonObject = {"rules": bench.rules, "bytes": bench.bytes, "passes": PASSES}
    return (
        Row(f"load, check, render {bench.rules} rules", "s", bench.all_s, target=("<=", TARGET_S), detail=detail),
        Row("  load", "s", bench.load_s),
        Row("  check conditions", "s", bench.check_s),
        Row("  render", "s", bench.render_s),
        Row("decision, answered without CEL", "us", bench.native_us, target=("<=", TARGET_US)),
        Row("decision, dearest in CEL", "us", bench.cel_us, target=("<=", TARGET_US)),
    )


def bench_json(bench: RulesBench) -> JsonObject:
    """Return the measurement as data; times are of this machine."""
    return {"schema_version": 1, "rules": bench.rules, "rows": [row.to_json() for row in rows(bench)]}


def bench_text(bench: RulesBench) -> str:
    """Return the measurement for a terminal."""
    return rows_text(rows(bench))


def _file(number: int) -> bytes:
    conditions = CONDITIONS[number % len(CONDITIONS)]
    rule = Rule(
        schema=1,
        id=f"a{number % 40}.r{number}",
        title=f"Rule {number} of the bench",
        agent="tutor",
        text=f"Measured, never injected: this is rule {number}, and it says two things.\nThe second is this.\n",
        when=f"({conditions.when}) && state.step != {1000 + number}",
        require=conditions.require,
        otherwise=Otherwise(action="block"),
        priority=number % 100,
        rationale="A rule of ordinary length, with evidence.",
        evidence=(
            Evidence(cluster=f"c-{number}", failures=14, samples=9, traces=("e-1", "e-2"), quote_sha256="a" * 64),
        ),
        created="2026-11-29",
    )
    return b"# Written by the bench.\n" + dump_rule(rule)


def _pass(files: Mapping[str, bytes]) -> tuple[float, float, float]:
    compile_condition.cache_clear()
    started = time.process_time()
    playbook = parse_playbook(files, FOLDER)
    loaded = time.process_time()
    problems = [problem for file in playbook.files for problem in condition_problems(file, {"tutor": TUTOR_CONTEXT})]
    checked = time.process_time()
    if problems:
        raise RuleError(f"the bench's own rules have problems: {problems[0]}")
    rendered = render_rules(playbook.rules, 10**6)
    done = time.process_time()
    assert len(rendered.included) == len(files)
    return loaded - started, checked - loaded, done - checked


def _dearest_decisions() -> tuple[float, float]:
    context = merge_context(
        default_context(TUTOR_CONTEXT),
        {"action": {"kind": "QUIZ", "name": "QUIZ", "text": "Why is it white?"}, "state": {"step": 6}},
    )
    sources = {source for conditions in CONDITIONS for source in conditions}
    conditions = [compile_condition(source) for source in sorted(sources) if "arguments" not in source]
    native = [one for one in conditions if one.native is not None and one.native(context) is not None]
    rest = [one for one in conditions if one not in native]
    return max(_decision_us(one, context) for one in native), max(_decision_us(one, context) for one in rest)


def _decision_us(condition: Condition, context: Mapping[str, object]) -> float:
    def run() -> float:
        started = time.process_time()
        for _ in range(_DECISIONS):
            condition.holds(context)
        return time.process_time() - started

    return 1e6 * min(run() for _ in range(PASSES)) / (_DECISIONS)
