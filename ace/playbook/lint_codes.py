"""Every code `ace lint` reports: what it means and what to do, for listings and for code-scanning services."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class LintCode:
    """`meaning`: one sentence, what was found. `remedy`: one sentence, what to do about it."""

    meaning: str
    remedy: str


CODES: Mapping[str, LintCode] = {
    # Place and form of a file
    "path": LintCode("A file is not where rules are loaded from.", "Move it to where such files belong, or delete it."),
    "folder": LintCode("The playbook folder cannot be used.", "Correct `playbook` in ace.yaml, or commit the folder."),
    "mode": LintCode("A link or submodule stands in place of a file.", "Commit the file itself."),
    "too-large": LintCode("A file is larger than 64 KB.", "Split it into several rules."),
    "encoding": LintCode("A file is not plain UTF-8.", "Save it as UTF-8 without a byte order mark."),
    "character": LintCode("A character cannot be seen by a reviewer.", "Delete the character."),
    "mixed-script": LintCode("A word mixes look-alike letters of two scripts.", "Type the word again."),
    "empty": LintCode("A file has no content.", "Write the fields, or delete the file."),
    "not-a-mapping": LintCode("A file is not a mapping of fields.", "Write `name: value`, one a line."),
    "yaml-syntax": LintCode("A file is not valid YAML.", "Check indentation, quotes and colons at this place."),
    "yaml-tab": LintCode("A tab stands where YAML wants blanks.", "Write blanks instead."),
    "yaml-alias": LintCode("A YAML alias is used.", "Write the value out in full."),
    "yaml-anchor": LintCode("A YAML anchor is used.", "Delete the anchor."),
    "yaml-tag": LintCode("A YAML tag is used.", "Delete the tag."),
    "yaml-merge": LintCode("A YAML merge key is used.", "Write the fields out in full."),
    "yaml-key": LintCode("A field name is not plain text.", "Write the name as plain text."),
    "yaml-duplicate-key": LintCode("A field is written twice.", "Keep one of the two."),
    "yaml-empty": LintCode("A field has no value.", "Write a value, or remove the field."),
    "yaml-ambiguous": LintCode("YAML readers do not agree on a value.", "Put the value in quotes."),
    "yaml-depth": LintCode("A value is nested too deep.", "Flatten the value."),
    "yaml-directive": LintCode("A YAML directive is used.", "Delete the line."),
    "yaml-documents": LintCode("A file holds several YAML documents.", "Keep one document a file."),
    # The rule itself
    "schema": LintCode("A field is missing, unknown or of the wrong form.", "Correct the field; see `ace schema`."),
    "id": LintCode("The id is not the one its path gives.", "Correct the id, or move the file."),
    "duplicate-id": LintCode("Two rules have the same id.", "Give one of them another id."),
    "reused-id": LintCode(
        "The id was that of another rule, which was deleted; old runs, proposals and links would mean this one.",
        "Choose an id that was never used.",
    ),
    "condition": LintCode("A condition does not parse.", "Correct the expression."),
    "condition-field": LintCode("A condition uses what is not there.", "Correct the name; see `ace fields`."),
    "unknown-action": LintCode("`otherwise` names no action or tool.", "Correct the name; see `ace fields`."),
    "unknown-name": LintCode("The text names a tool or action that is not there.", "Correct the name in the text."),
    "whole-action": LintCode(
        "A gate forbids an action in every state.", "Look at `state`, or deny the tool in ace.yaml instead."
    ),
    "no-require": LintCode("`when` stands alone, so nothing is checked.", "Add `require`, or delete `when`."),
    "unused-otherwise": LintCode("`otherwise` has no effect.", "Add `when` and `require`, or delete it."),
    "unchecked-agent": LintCode("The conditions of this agent's rules are not checked.", "Correct `agent`."),
    "long-text": LintCode("A rule's text crowds the others out of the prompt.", "Shorten it, or make two rules of it."),
    "deprecated": LintCode("A deprecated rule is not injected.", "Delete it once nothing refers to it."),
    "unknown-related": LintCode("A link leads to no rule.", "Correct the id, or delete the link."),
    # Tests
    "no-test": LintCode("A rule with a condition has no test.", "Add a test with `violates` and `complies`."),
    "empty-test": LintCode("A test shows one side only.", "Add a case to the empty list."),
    "failing-test": LintCode("A rule's own test fails.", "Correct the rule or the case; see `ace test`."),
    "test-without-rule": LintCode("A test has no rule beside it.", "Delete it, or add the rule."),
    # The rules together
    "over-budget": LintCode("Not all rules fit the prompt's token budget.", "Shorten or delete rules."),
    "same-text": LintCode("Two rules say the same.", "Merge the two rules."),
    "same-condition": LintCode("Two rules have the same condition.", "Merge the two rules."),
    "near-duplicate": LintCode("Two rules say nearly the same.", "Merge the two rules, or say how they differ."),
    "look-alike": LintCode(
        "Two rules look alike but differ in a negation, a number or a name.", "Decide whether both hold."
    ),
    # What recorded runs show
    "dead-rule": LintCode(
        "The rule spoke about none of the recorded decisions.", "Correct its `when`, or delete the rule."
    ),
    "same-verdicts": LintCode(
        "Two rules gave the same verdict on every recorded decision.", "Merge the two rules, or say how they differ."
    ),
    "conflict": LintCode(
        "In a recorded state every action would violate one of these rules.",
        "Narrow the `when` of one of them, so that something is left to do.",
    ),
    "condition-error": LintCode(
        "The condition could not be evaluated on recorded decisions.",
        "Guard the field with has(), or correct its type.",
    ),
    "evidence-missing": LintCode(
        "A run holds some of the episodes a rule cites, but not this one.", "Remove the id, or restore the evidence."
    ),
    "evidence-quote": LintCode(
        "No finding in the cited episodes has the quote that the rule was made from.",
        "Restore the evidence from the rule's proposal, or remove it.",
    ),
}
