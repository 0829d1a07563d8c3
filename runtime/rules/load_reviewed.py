"""Load a playbook from a commit: only what is committed on the reviewed branch ever reaches a prompt."""

import gc
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import NamedTuple, TypeAlias

from runtime.contracts.condition_context import ContextField
from runtime.contracts.playbook import Playbook, RuleFile
from runtime.contracts.rule import Rule, RuleTest
from runtime.rules.check_condition import condition_faults
from runtime.rules.condition_place import place_in_file
from runtime.rules.git_read import SUBMODULE, SYMLINK, TreeEntry, list_tree, read_blobs, resolve_commit
from runtime.rules.problem import Problem, RuleFileError
from runtime.rules.read_rule import TEST_ENDING, parse_rule, parse_rule_test, read_rule, rule_id_of_path

_KINDS = {SYMLINK: "a symbolic link", SUBMODULE: "a submodule"}


AgentFields: TypeAlias = Mapping[str, Iterable[ContextField]]


class CommittedFiles(NamedTuple):
    """The files of a playbook at a commit: path relative to the repository root -> content."""

    commit: str
    folder: str
    files: Mapping[str, bytes]


def load_reviewed(repo: Path, ref: str, folder: str, agent_fields: AgentFields | None = None) -> Playbook:
    """Return the playbook in `folder` (relative to the repository root) at the commit `ref` names.

    Nothing of the working tree or the index is read. With `agent_fields` (what conditions of each agent's rules may
    use) a rule is refused whose condition could only ever be an error; rules of agents not in it are not looked at.
    Raises: RuleError (GitError, RuleFileError) naming every problem; one bad file stops the whole playbook.
    """
    commit, folder, files = read_committed(repo, ref, folder)
    playbook = parse_playbook(files, folder, commit)
    problems = [problem for file in playbook.files for problem in condition_problems(file, agent_fields or {})]
    if problems:
        raise RuleFileError(sorted(problems))
    return playbook


def read_committed(repo: Path, ref: str, folder: str) -> CommittedFiles:
    """Return the files in `folder` at the commit `ref` names.

    Raises: RuleError when there is no such commit or folder, or a link or submodule stands in place of a file.
    """
    folder = checked_folder(folder)
    commit = resolve_commit(repo, ref)
    entries = list_tree(repo, commit, folder)
    if not entries:
        message = f"there is no folder {folder!r} at commit {commit[:12]}; commit it, or correct `playbook`"
        raise RuleFileError([_problem(folder, "folder", message)])
    problems = [_mode_problem(entry) for entry in entries if entry.mode in _KINDS]
    if problems:
        raise RuleFileError(problems)
    blobs = read_blobs(repo, (entry.sha for entry in entries))
    return CommittedFiles(commit, folder, {entry.path: blobs[entry.sha] for entry in entries})


def condition_problems(file: RuleFile, agent_fields: AgentFields) -> Iterator[Problem]:
    """Yield what `check_condition` finds in a rule's conditions, at their place; nothing for an agent not listed."""
    rule = file.rule
    for name, source in (("when", rule.when), ("require", rule.require)):
        faults = condition_faults(source, agent_fields[rule.agent]) if source and rule.agent in agent_fields else []
        for fault in faults:
            marks = read_rule(file.source, file.path).marks
            mark = place_in_file(file.source, marks.get((name,), marks[()]), source or "", fault.offset)
            yield Problem(file.path, mark.line, mark.column, "condition-field", "error", f"{name}: {fault.message}")


def parse_playbook(files: Mapping[str, bytes], folder: str, commit: str = "") -> Playbook:
    """Return the playbook that `files` (path relative to the repository root -> content) make.

    Raises: RuleFileError with every problem.
    """
    playbook, problems = collect_playbook(files, folder, commit)
    if problems:
        raise RuleFileError(problems)
    return playbook


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Pause the cycle collector: rules hold no cycles, and it would walk the growing playbook again and again."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def collect_problems(files: Mapping[str, bytes], folder: str) -> list[Problem]:
    """Return every problem that would keep `files` from being loaded, by path; empty when they load."""
    return collect_playbook(files, folder)[1]


def collect_playbook(files: Mapping[str, bytes], folder: str, commit: str = "") -> tuple[Playbook, list[Problem]]:
    """Return what can be read of `files` and every problem of the rest. Never use the playbook if there are any."""
    rules: dict[str, Rule] = {}
    tests: dict[str, RuleTest] = {}
    problems: list[Problem] = []
    with _collector_paused():
        for path in sorted(files):
            problem = _place_problem(path, folder)
            if problem is not None:
                problems.append(problem)
            elif not _is_readme(path, folder):
                problems += _read_into(rules, tests, path, files[path])
    problems += _set_problems(rules, tests, files)
    ordered = sorted(rules.items(), key=lambda item: (item[1].priority, item[1].id))
    read = tuple(_rule_file(path, rule, files, tests) for path, rule in ordered)
    return Playbook(folder, commit, read), sorted(problems)


def injectable(playbook: Playbook, agent: str) -> tuple[Rule, ...]:
    """Return the rules that go to `agent`, in prompt order: deprecated ones and other agents' are left out."""
    return tuple(rule for rule in playbook.rules if rule.status != "deprecated" and rule.agent == agent)


def path_of_test(rule_path: str) -> str:
    """Return the path of the test beside a rule file."""
    return rule_path.removesuffix(".yaml") + TEST_ENDING


def _rule_file(path: str, rule: Rule, files: Mapping[str, bytes], tests: Mapping[str, RuleTest]) -> RuleFile:
    test_path = path_of_test(path)
    return RuleFile(path, rule, files[path], tests.get(test_path), files.get(test_path))


def _read_into(rules: dict[str, Rule], tests: dict[str, RuleTest], path: str, data: bytes) -> tuple[Problem, ...]:
    """Read one file into `rules` or `tests` (filled here) and return its problems."""
    try:
        if path.endswith(TEST_ENDING):
            tests[path] = parse_rule_test(data, path)
        else:
            rules[path] = parse_rule(data, path)
    except RuleFileError as exc:
        return exc.problems
    return ()


def _set_problems(
    rules: Mapping[str, Rule], tests: Mapping[str, RuleTest], files: Mapping[str, bytes]
) -> Iterator[Problem]:
    rule_paths = {path_of_test(path) for path in files if not path.endswith(TEST_ENDING)}
    for path in tests:
        if path not in rule_paths:
            yield _problem(path, "test-without-rule", "there is no rule beside this test; delete it or add the rule")
    seen: dict[str, str] = {}
    for path, rule in rules.items():
        if rule.id in seen:
            yield _problem(path, "duplicate-id", f"id: `{rule.id}` is already used by {seen[rule.id]}; choose another")
        seen.setdefault(rule.id, path)


def _place_problem(path: str, folder: str) -> Problem | None:
    """Every file of a playbook is a rule, a test or README.md; nothing is skipped because of its name."""
    if _is_readme(path, folder):
        return None
    prefix = f"{folder}/"
    inside = path.removeprefix(prefix)
    if path.startswith(prefix) and inside.count("/") == 1 and rule_id_of_path(path) is not None:
        return None
    shown = ascii(path)[1:-1]
    where = f"{folder}/<area>/<slug>.yaml or <slug>{TEST_ENDING}"
    return _problem(shown, "path", f"this file would not be loaded; its path must be {where} (a-z, 0-9, -)")


def _is_readme(path: str, folder: str) -> bool:
    inside = path.removeprefix(f"{folder}/")
    return path != inside and inside.count("/") <= 1 and PurePosixPath(path).name == "README.md"


def _mode_problem(entry: TreeEntry) -> Problem:
    kind = _KINDS[entry.mode]
    return _problem(ascii(entry.path)[1:-1], "mode", f"this is {kind}; commit the file itself")


def checked_folder(folder: str) -> str:
    """Return `folder` in its plain form. Raises: RuleFileError when it is no path inside a repository."""
    parts = PurePosixPath(folder).parts
    if not parts or folder.startswith(("/", "-")) or ".." in parts or "\\" in folder:
        message = f"playbook folder {folder!r} must be a path inside the repository such as playbooks/tutor"
        raise RuleFileError([_problem(folder, "folder", message)])
    return "/".join(parts)


def _problem(path: str, code: str, message: str) -> Problem:
    return Problem(path, 1, 1, code, "error", message)
