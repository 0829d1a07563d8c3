"""Drafting for an agent that another program ran: drafts are made and checked, nothing is judged or opened."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from ace.cycle.traces_only import TRACES_ONLY, with_decisions
from ace.runs.run_record import load_run
from ace.session import open_session
from runtime.contracts.json_types import JsonObject, as_object
from tests.ace.building import commit_all, git, starter_repository
from tests.conftest import Ran


def _call(name: str, order: str) -> JsonObject:
    function = {"name": "lookup_order", "arguments": json.dumps({"order": order})}
    return {"role": "assistant", "content": "", "tool_calls": [{"id": name, "type": "function", "function": function}]}


def _talk(number: int, *, repeats: bool) -> JsonObject:
    """A talk in which the order is looked up, twice where `repeats`."""
    order = f"A-{1000 + number}"
    found = json.dumps({"order": order, "status": "delivered"})
    messages: list[JsonObject] = [{"role": "user", "content": f"Where is my order {order}?"}]
    for name in ("first", "second")[: 1 + repeats]:
        messages += [_call(name, order), {"role": "tool", "tool_call_id": name, "content": found}]
    messages += [{"role": "assistant", "content": f"Order {order} was delivered."}]
    return {"id": f"t{number}", "messages": messages, "success": not repeats}


@pytest.fixture
def repo(tmp_path: Path, ace: Callable[..., Ran]) -> Path:
    """A repository with an agent of its own and the traces of eight talks, from four places."""
    git(tmp_path, "init", "-q", "-b", "main")
    assert ace("init", "-C", str(tmp_path), "--agent", "command").code == 0
    commit_all(tmp_path)
    for place in range(4):
        talks = [_talk(2 * place, repeats=True), _talk(2 * place + 1, repeats=False)]
        text = "".join(f"{json.dumps(talk)}\n" for talk in talks)
        (tmp_path / ".git" / f"place{place}.jsonl").write_text(text, encoding="utf-8")
    return tmp_path


def _import(repo: Path, ace: Callable[..., Ran], agent: str = "triage") -> str:
    files = [str(path) for path in sorted((repo / ".git").glob("place*.jsonl"))]
    ran = ace("import", *files, "-C", str(repo), "--agent", agent, "--quiet", "--json")
    assert ran.code == 0, ran.err
    return str(ran.json["run"])


def test_drafts_are_checked_and_said_to_be_of_traces_alone(repo: Path, ace: Callable[..., Ran]) -> None:
    run = _import(repo, ace)
    ran = ace("propose", run, "-C", str(repo), "--dry-run", "--quiet", "--json")
    assert ran.code == 0, ran.err
    assert (ran.json["traces_only"], ran.json["opened"]) == (True, 0)
    drafts = ran.json["drafts"]
    assert isinstance(drafts, list)
    draft = as_object(drafts[0])
    assert (draft["op"], draft["require"]) == ("add", "action.repeats == 0")
    checks = {one["name"]: one["ok"] for one in draft["checks"]} if isinstance(draft["checks"], list) else {}
    assert (checks["evidence"], checks["separation"]) == (True, True)
    assert TRACES_ONLY in ace("propose", run, "-C", str(repo), "--dry-run", "--quiet").out


def test_nothing_of_them_is_judged_or_opened(repo: Path, ace: Callable[..., Ran]) -> None:
    ran = ace("propose", _import(repo, ace), "-C", str(repo), "--quiet")
    assert ran.code == 1
    assert "no change is judged on it or opened from it" in ran.err
    assert "--dry-run` drafts from it" in ran.err
    assert "ace/p/" not in git(repo, "branch", "--list", "--all")


def test_another_agents_traces_say_how_to_name_it(repo: Path, ace: Callable[..., Ran]) -> None:
    ran = ace("propose", _import(repo, ace, "desk"), "-C", str(repo), "--dry-run", "--quiet")
    assert ran.code == 1
    assert "holds no episode of agent 'triage', but of desk" in ran.err


def test_a_shipped_agent_is_not_drafted_for_from_traces(repo: Path, tmp_path: Path, ace: Callable[..., Ran]) -> None:
    other = starter_repository(tmp_path / "other")
    for path in (repo / ".git").glob("place*.jsonl"):
        (other / ".git" / path.name).write_bytes(path.read_bytes())
    ran = ace("propose", _import(other, ace), "-C", str(other), "--dry-run", "--quiet")
    assert "agent 'tutor' is not one of your own" in ran.err


def test_conditions_read_what_follows_from_the_steps(repo: Path, ace: Callable[..., Ran]) -> None:
    session = open_session(repo, {}, {})
    loaded = load_run(session.workspace.run_folder(_import(repo, ace)))
    first = next(one for one in with_decisions(loaded.episodes, session.agent) if one.header.sample.endswith("t0"))
    actions = [as_object(step.context["action"]) for step in first.steps]
    assert [(one["name"], one["repeats"], one["amount"]) for one in actions] == [
        ("lookup_order", 0, 0.0),
        ("lookup_order", 1, 0.0),
        ("RESPOND", 0, 0.0),
    ]
    tools = as_object(as_object(first.steps[1].context["state"])["tools"])
    assert (tools["called"], tools["last_ok"]) == (["lookup_order"], True)
    assert as_object(first.header.context) == {"sample": first.header.sample, "tags": []}


def test_a_rule_with_a_condition_is_checked_in_them(repo: Path, ace: Callable[..., Ran]) -> None:
    found = ace("analyze", _import(repo, ace), "-C", str(repo)).out
    assert "repeated_call" in found
    assert "rule-error" not in found


def test_a_rule_that_the_traces_say_too_little_for_is_named(repo: Path, ace: Callable[..., Ran]) -> None:
    run = _import(repo, ace)
    note = "rule refunds.look-up-first was not checked: these traces do not hold the action PROMISE_REFUND"
    assert note in ace("analyze", run, "-C", str(repo)).err
    other = _import(repo, ace, "desk")
    assert "not checked" not in ace("analyze", other, "-C", str(repo)).err


def test_a_run_that_was_exported_is_found_to_fail_as_before(repo: Path, ace: Callable[..., Ran]) -> None:
    rule = repo / "playbooks" / "triage" / "refunds" / "look-up-first.yaml"
    text = rule.read_text(encoding="utf-8")
    condition = "when: action.amount >= 0.0\nrequire: action.kind == 'REQUEST_TOOL' || action.amount > 1000.0\n"
    kept = [line for line in text.splitlines(keepends=True) if not line.startswith(("when:", "require:"))]
    rule.write_text("".join(kept) + condition, encoding="utf-8")
    rule.with_name("look-up-first.test.yaml").unlink()
    commit_all(repo)
    made = ace("run", "-C", str(repo), "--json", "--quiet")
    assert made.code == 0, made.err
    before = ace("analyze", str(made.json["run"]), "-C", str(repo), "--json").json
    assert before["findings"]
    out = repo / ".git" / "out.jsonl"
    assert ace("export", str(made.json["run"]), "-C", str(repo), "-o", str(out)).code == 0
    read = ace("import", str(out), "-C", str(repo), "--agent", "triage", "--json", "--quiet")
    after = ace("analyze", str(read.json["run"]), "-C", str(repo), "--json")
    assert "not checked" not in after.err
    names, found_by = ("id", "failures", "samples"), "rule:refunds.look-up-first"
    told = [
        [[as_object(one)[name] for name in names] for one in found if as_object(one)["detector"] == found_by]
        for found in (before["clusters"], after.json["clusters"])
        if isinstance(found, list)
    ]
    assert told[0] == told[1] != []
    dry = ace("propose", str(read.json["run"]), "-C", str(repo), "--dry-run", "--quiet").out
    assert "no draft from rule:refunds.look-up-first (" in dry
    assert "traces alone change no rule in force" in dry
