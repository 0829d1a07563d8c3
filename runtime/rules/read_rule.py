"""Read one rule file or rule test: bytes to a checked value, or every problem with its place."""

import datetime
import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import PurePosixPath
from typing import NamedTuple, TypeVar

from pydantic import BaseModel, ValidationError

from runtime.contracts.errors import ConditionError
from runtime.contracts.rule import Effect, Evidence, Otherwise, Related, Rule, RuleCase, RuleTest
from runtime.rules.allowed_characters import find_mixed_script
from runtime.rules.condition_place import place_in_file
from runtime.rules.evaluate_condition import compile_condition
from runtime.rules.problem import Problem, RuleFileError, did_you_mean, nearest
from runtime.rules.read_yaml import FieldPath, Mark, YamlDocument, read_yaml_with_marks

_Model = TypeVar("_Model", bound=BaseModel)
_PART = re.compile(r"[a-z0-9][a-z0-9-]*")
# Which model the fields at a place belong to; list positions are left out.
_MODELS: Mapping[tuple[str, ...], type[BaseModel]] = {
    ("evidence",): Evidence,
    ("effect",): Effect,
    ("related",): Related,
    ("otherwise",): Otherwise,
    ("violates",): RuleCase,
    ("complies",): RuleCase,
}
TEST_ENDING = ".test.yaml"


class ReadRule(NamedTuple):
    """A rule with the place of every field in its file."""

    rule: Rule
    marks: Mapping[FieldPath, Mark]


def parse_rule(data: bytes, path: str) -> Rule:
    """Return the rule in `data`; `path` ends in <area>/<slug>.yaml.

    Raises: RuleFileError (a RuleError), one line a problem: `path:line:column: field: problem; remedy`.
    """
    return read_rule(data, path).rule


def read_rule(data: bytes, path: str) -> ReadRule:
    """Return what `parse_rule` does, with the place of every field. Raises: RuleFileError."""
    document = read_yaml_with_marks(data, path)
    rule = _validated(Rule, document, path)
    problems = [*_id_problems(rule, document.marks, path), *_content_problems(data, rule, document.marks, path)]
    if problems:
        raise RuleFileError(problems)
    return ReadRule(rule, document.marks)


def parse_rule_test(data: bytes, path: str) -> RuleTest:
    """Return the rule test in `data`. Raises: RuleFileError as `parse_rule`."""
    return _validated(RuleTest, read_yaml_with_marks(data, path), path)


@lru_cache(maxsize=8192)
def rule_id_of_path(path: str) -> str | None:
    """Return the id a rule file or test at this path must have, None when the path cannot hold one."""
    name = PurePosixPath(path).name
    slug = name.removesuffix(TEST_ENDING) if name.endswith(TEST_ENDING) else name.removesuffix(".yaml")
    area = PurePosixPath(path).parent.name
    if slug == name or not _PART.fullmatch(slug) or not _PART.fullmatch(area):
        return None
    return f"{area}.{slug}"


def _validated(model: type[_Model], document: YamlDocument, path: str) -> _Model:
    """Validate through JSON in strict mode: lists become tuples, but "40" is no number and 1 no boolean."""
    try:
        return model.model_validate_json(json.dumps(document.value), strict=True)
    except ValidationError as exc:
        errors = exc.errors(include_url=False, include_context=True)
        raise RuleFileError(_schema_problem(model, error, document.marks, path) for error in errors) from None


def _schema_problem(
    model: type[BaseModel], error: Mapping[str, object], marks: Mapping[FieldPath, Mark], path: str
) -> Problem:
    location = error["loc"]
    assert isinstance(location, tuple)
    mark = _nearest_mark(marks, location)
    message = _remedy(model, error, location, mark)
    field = ".".join(str(part) for part in location)
    return _problem(path, mark, "schema", f"{field}: {message}" if field else message)


def _remedy(model: type[BaseModel], error: Mapping[str, object], location: FieldPath, mark: Mark) -> str:
    kind, message = str(error["type"]), str(error["msg"])
    if kind == "extra_forbidden":
        return f"unknown field; {did_you_mean(str(location[-1]), _known_fields(model, location))}"
    if kind == "missing":
        return "this field is missing; add it"
    if kind == "string_type" and not mark.raw:
        return f"a text is wanted, not {_named(error['input'])}; write one line of text"
    if kind == "string_type":
        return f'YAML reads `{mark.raw}` as {_named(error["input"])}; write "{mark.raw}" in quotes'
    if kind == "literal_error":
        context = error.get("ctx")
        expected = str(context["expected"]) if isinstance(context, dict) else ""
        close = nearest(mark.raw, re.findall(r"'([^']+)'", expected))
        hint = f"; did you mean `{close}`?" if close else ""
        return f"`{mark.raw}` is not one of {expected}{hint}"
    if kind in {"model_type", "dict_type", "model_attributes_type"}:
        fields = ", ".join(f"{name}: ..." for name in _known_fields(model, (*location, "...")))
        return f"a mapping is wanted; write {{{fields}}}"
    return f"{message.removeprefix('Value error, ')}; correct this field"


def _named(value: object) -> str:
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return "a number"
    return "no value" if value is None else "a list or mapping"


def _known_fields(model: type[BaseModel], location: FieldPath) -> list[str]:
    parents = tuple(part for part in location[:-1] if isinstance(part, str))
    owner = _MODELS.get(parents, model) if parents else model
    return [field.alias or name for name, field in owner.model_fields.items()]


def _id_problems(rule: Rule, marks: Mapping[FieldPath, Mark], path: str) -> Iterator[Problem]:
    expected = rule_id_of_path(path)
    if expected is None or path.endswith(TEST_ENDING):
        message = f"a rule's path is <area>/<slug>.yaml in a-z, 0-9 and -; move {path!a}"
        yield _problem(path, Mark(1, 1), "path", message)
    elif rule.id != expected:
        message = f"id: `{rule.id}` does not match the path; write `{expected}` or move the file"
        yield _problem(path, _nearest_mark(marks, ("id",)), "id", message)


def _content_problems(data: bytes, rule: Rule, marks: Mapping[FieldPath, Mark], path: str) -> Iterator[Problem]:
    for where, mark in marks.items():
        word = find_mixed_script(mark.raw)
        if word is not None:
            message = f"{_dotted(where)}: {word!a} mixes look-alike letters of two scripts; type it again"
            yield _problem(path, mark, "mixed-script", message)
    for name in ("when", "require"):
        source: str | None = getattr(rule, name)
        try:
            _ = source is None or compile_condition(source)
        except ConditionError as exc:
            place = place_in_file(data, _nearest_mark(marks, (name,)), source or "", exc.offset)
            yield _problem(path, place, "condition", f"{name}: {exc}")
    for name in ("created", "modified"):
        date: str | None = getattr(rule, name)
        if date is not None and not _is_date(date):
            message = f"{name}: there is no day {date}; write year-month-day"
            yield _problem(path, _nearest_mark(marks, (name,)), "schema", message)


def _is_date(text: str) -> bool:
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _nearest_mark(marks: Mapping[FieldPath, Mark], location: FieldPath) -> Mark:
    """Return the mark of `location`, or of the closest place around it that is in the file."""
    while location not in marks:
        location = location[:-1]
    return marks[location]


def _dotted(where: FieldPath) -> str:
    return ".".join(str(part) for part in where)


def _problem(path: str, mark: Mark, code: str, message: str) -> Problem:
    return Problem(path, mark.line, mark.column, code, "error", message)
