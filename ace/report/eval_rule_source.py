"""The rule that is to be evaluated: by its id on the reviewed branch, or a file of the working tree as a draft."""

from dataclasses import dataclass
from pathlib import Path

from ace.cycle.draft_changes import rule_path
from ace.errors import AceError, NotFoundError
from ace.session import Session
from runtime.contracts.playbook import RuleFile
from runtime.contracts.rule import Rule
from runtime.rules.load_reviewed import condition_problems
from runtime.rules.problem import did_you_mean
from runtime.rules.read_rule import parse_rule


@dataclass(frozen=True)
class RuleSource:
    """A rule with conditions, where it was read, and what is wrong with its fields (empty for a reviewed one)."""

    rule: Rule
    path: str
    read_from: str
    is_draft: bool
    problems: tuple[str, ...] = ()


def find_rule(session: Session, name: str) -> RuleSource:
    """Return the rule `name` names: an id such as `tools.retrieve-before-web`, or the path of a rule file.

    A path (it has a `/` or ends in .yaml) is looked for from the top of the repository, then from the present folder.
    Raises: NotFoundError, RuleError for a file that is no valid rule, AceError for a rule without both conditions.
    """
    is_path = "/" in name or name.endswith((".yaml", ".yml"))
    found = _draft(session, name) if is_path else _reviewed(session, name)
    if not found.rule.is_checked:
        raise AceError(f"{found.path}: rule {found.rule.id} has no `when` and `require`: there is nothing to evaluate")
    return found


def _reviewed(session: Session, rule_id: str) -> RuleSource:
    playbook = session.playbook()
    file = playbook.find(rule_id)
    if file is not None:
        return RuleSource(file.rule, file.path, f"{session.rules_from} at {playbook.commit[:12]}", is_draft=False)
    path = rule_path(session, rule_id)
    message = f"no rule {rule_id!r} on {session.rules_from}; "
    if not session.workspace.is_bare and (session.workspace.repo / path).is_file():
        raise NotFoundError(f"{message}{path} is in the working tree: give that path to evaluate it as a draft")
    raise NotFoundError(message + did_you_mean(rule_id, (rule.id for rule in playbook.rules)))


def _draft(session: Session, name: str) -> RuleSource:
    repo = session.workspace.repo.resolve()
    path = next((one.resolve() for one in (repo / name, Path(name)) if one.is_file()), None)
    if path is None:
        raise NotFoundError(f"{name}: no such rule file, neither in {repo} nor from here; give a path or a rule id")
    shown = path.relative_to(repo).as_posix() if path.is_relative_to(repo) else path.as_posix()
    source = path.read_bytes()
    rule = parse_rule(source, shown)
    problems = tuple(str(problem) for problem in condition_problems(RuleFile(shown, rule, source), session.fields))
    return RuleSource(rule, shown, "the working tree", is_draft=True, problems=problems)
