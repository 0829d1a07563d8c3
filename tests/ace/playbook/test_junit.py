"""Rule tests as JUnit XML."""

from xml.etree import ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st

from ace.playbook.junit import junit_xml
from ace.playbook.run_tests import RuleTestResult


def case(rule_id: str, index: int, message: str = "") -> RuleTestResult:
    return RuleTestResult(rule_id, "violates", index, not message, message, f"p/{rule_id}.test.yaml", 3)


def test_a_suite_a_rule_and_a_case_a_decision() -> None:
    data = junit_xml([case("a.one", 0), case("a.one", 1, "expected <a> & b"), case("a.two", 0)], ["b.bare"])
    assert data.startswith(b"<?xml version='1.0' encoding='utf-8'?>\n<testsuites ")
    root = ElementTree.fromstring(data)
    assert root.attrib == {"name": "ace test", "tests": "4", "failures": "1", "errors": "0", "skipped": "1"}
    suites = [(suite.get("name"), suite.get("tests"), suite.get("failures")) for suite in root]
    assert suites == [("a.one", "2", "1"), ("a.two", "1", "0"), ("b.bare", "1", "0")]
    passed, failed = root[0]
    assert passed.attrib == {"classname": "a.one", "name": "violates[0]", "file": "p/a.one.test.yaml", "line": "3"}
    assert list(passed) == []
    assert failed[0].attrib == {"message": "expected <a> & b", "type": "violates"}
    assert failed[0].text == "p/a.one.test.yaml:3: expected <a> & b"
    assert root[2][0][0].tag == "skipped"


def test_no_results_are_a_document_too() -> None:
    root = ElementTree.fromstring(junit_xml([]))
    assert (root.tag, root.get("tests"), len(root)) == ("testsuites", "0", 0)


HOSTILE = st.text(st.characters(codec=None) | st.sampled_from("\x00\x1b\ud800\uffff]]><&\"'\u202e\n"), max_size=40)


@settings(deadline=None)
@given(st.lists(HOSTILE.filter(bool), min_size=1, max_size=4))
def test_any_message_gives_a_document_that_parses_and_shows_no_hidden_character(messages: list[str]) -> None:
    data = junit_xml([case("a.one", index, message) for index, message in enumerate(messages)], messages)
    root = ElementTree.fromstring(data)
    texts = [value for element in root.iter() for value in (*element.attrib.values(), (element.text or "").strip())]
    assert all(text.isprintable() for text in texts)
    assert sum(1 for _ in root.iter("failure")) == len(messages)
