"""`ace test --json`."""

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

from runtime.contracts.json_types import JsonObject
from tests.conftest import Ran


def test_json_counts_cases_and_names_untested_rules(
    demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran]
) -> None:
    value = ace("test", "-C", str(demo_made[0]), "--ref", "main", "--json").json
    assert value["failed"] == 0
    assert isinstance(value["passed"], int)
    assert value["passed"] >= 10
    assert value["untested"] == []


def test_a_proposals_own_test_passes_on_its_branch(demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran]) -> None:
    folder, value = demo_made
    proposals = value["proposals"]
    assert isinstance(proposals, list)
    for item in proposals:
        ran = ace("test", "-C", str(folder), "--ref", str(item["branch"]), "--json")
        results = ran.json["results"]
        assert isinstance(results, list)
        own = [result for result in results if result["rule_id"] == item["rule"]]
        assert {result["kind"] for result in own} == {"violates", "complies"}
        assert ran.json["failed"] == 0


def test_junit_names_the_failing_case_beside_json(starter: Path, tmp_path: Path, ace: Callable[..., Ran]) -> None:
    rule = starter / "playbooks/tutor/hints/one-level-at-a-time.yaml"
    report = tmp_path / "rules.xml"
    good = ace("test", "-C", str(starter), "--junit", str(report))
    assert good.code == 0
    assert ElementTree.parse(report).getroot().get("failures") == "0"
    rule.write_text(rule.read_text().replace("require: ", "require: !!str '!(").replace("+ 1\n", "+ 1)'\n", 1))
    assert ace("test", "-C", str(starter), "--junit", str(report)).code == 1
    rule.write_text(rule.read_text().replace("!!str ", ""))
    bad = ace("test", "-C", str(starter), "--junit", str(report), "--json")
    root = ElementTree.parse(report).getroot()
    assert (bad.code, root.get("failures")) == (1, str(bad.json["failed"]))
    failed = [case.get("name") for case in root.iter("testcase") if case.find("failure") is not None]
    assert failed == ["violates[0]", "violates[1]", "complies[0]", "complies[1]"]
    unwritable = ace("test", "-C", str(starter), "--junit", str(tmp_path / "none" / "rules.xml"))
    assert unwritable.code == 1
    assert "No such file or directory" in unwritable.err
    assert ace("test", "-C", str(starter), "--junit", "").code == 64
