"""Results of rule tests as JUnit XML, which continuous integration shows case by case. Pure."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from xml.etree import ElementTree

from ace.playbook.run_tests import RuleTestResult
from ace.text.visible_text import escape_text

SUITE = "ace test"


def junit_xml(results: Sequence[RuleTestResult], untested: Iterable[str] = ()) -> bytes:
    """Return the document, UTF-8: a suite a rule, a case a decision; a checked rule without a test is one skipped case.

    What a person could not see in a message (controls, bidi marks, lone surrogates) is written out: XML holds most
    controls not even escaped, and a report must not obey them.
    """
    skipped = sorted(untested)
    failures = sum(not result.ok for result in results)
    root = _suite("testsuites", SUITE, (len(results) + len(skipped), failures, len(skipped)))
    for rule_id, group in groupby(results, key=lambda result: result.rule_id):
        cases = list(group)
        suite = _suite("testsuite", rule_id, (len(cases), sum(not case.ok for case in cases), 0))
        suite.extend(_case(case) for case in cases)
        root.append(suite)
    for rule_id in skipped:
        suite = _suite("testsuite", rule_id, (1, 0, 1))
        case = ElementTree.SubElement(suite, "testcase", {"classname": escape_text(rule_id), "name": "test"})
        ElementTree.SubElement(case, "skipped", {"message": "no test beside this rule"})
        root.append(suite)
    ElementTree.indent(root)
    document: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return document + b"\n"


def _suite(tag: str, name: str, counts: tuple[int, int, int]) -> ElementTree.Element:
    tests, failures, skipped = counts
    attributes = {"name": escape_text(name), "tests": str(tests), "failures": str(failures), "errors": "0"}
    return ElementTree.Element(tag, {**attributes, "skipped": str(skipped)})


def _case(result: RuleTestResult) -> ElementTree.Element:
    attributes = {"classname": escape_text(result.rule_id), "name": f"{result.kind}[{result.index}]"}
    if result.path:
        attributes |= {"file": escape_text(result.path), "line": str(result.line)}
    case = ElementTree.Element("testcase", attributes)
    if not result.ok:
        message = escape_text(result.message)
        failure = ElementTree.SubElement(case, "failure", {"message": message, "type": result.kind})
        failure.text = f"{escape_text(result.path)}:{result.line}: {message}" if result.path else message
    return case
