"""Lint a repository: its playbook files, what its history says of their ids, and what people rejected."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ace.agents import fields_by_agent, known_agents
from ace.config.load import load_config
from ace.config.settings import CONFIG_NAME, Settings
from ace.errors import NoRepositoryError
from ace.playbook.lint import lint_files
from ace.playbook.lint_report import LintReport
from ace.playbook.place import problem_at
from ace.playbook.reused_ids import IdCheck, check_ids
from ace.playbook_files import files_at, files_in_tree
from ace.rejections.known_rejections import find_known
from ace.rejections.read_rejections import find_in_tree, find_rejections
from ace.rejections.rejected_branch import BRANCH
from ace.review.errors import NoBaseError
from ace.review.git_refs import branch_tip, default_branch, reviewed_tip
from ace.workspace import Workspace, open_workspace
from runtime.contracts.playbook import Playbook
from runtime.rules.problem import Problem

if TYPE_CHECKING:
    from ace.cycle.analyze_run import Lookout


def lint_repository(
    repo: Path, environ: Mapping[str, str], ref: str | None, runs: int = 0, *, near: bool = False
) -> LintReport:
    """Return what is wrong with the playbook and the rejections of the repository `repo` is in.

    Looked at is the working tree, or the commit `ref`.
    With `runs` the newest so many recorded runs are looked at as well; with `near` the meaning of texts is compared.

    Raises: WorkspaceError, ConfigError, RuleError when there is no repository, folder or commit to look at.
    """
    try:
        workspace = open_workspace(repo)
    except NoRepositoryError as exc:
        raise NoRepositoryError(f"{exc}; a bundle of rules is checked by `ace verify`") from exc
    settings = load_config(workspace.repo, environ, {}).settings
    folder = settings.playbook
    files = files_at(workspace, ref, folder) if ref is not None else files_in_tree(workspace, folder)
    agents = known_agents(settings, workspace.repo)
    fields = fields_by_agent(agents)
    actions = {name: (*agent.tools(), *agent.actions) for name, agent in agents.items()}
    budget = settings.budgets.rules_tokens
    instead = {name: agent.otherwise() for name, agent in agents.items()}
    linted = lint_files(
        files, folder, token_budget=budget, agent_fields=fields, agent_actions=actions, agent_otherwise=instead
    )
    ids = _check_ids(workspace, settings.branch, ref, linted.playbook)
    # One bad rejection stops all drafting, so it has to be found before it is merged.
    rejected = find_in_tree(workspace.repo) if ref is None else find_rejections(workspace.repo, ref)
    kept = _branch_problems(workspace, settings) if ref is None else ()
    reach = _reach_problems(linted.playbook, settings, agents)
    unreached = {one.path for one in reach}
    # The same line would say it twice, and less plainly.
    own = [one for one in linted.problems if one.code != "unchecked-agent" or one.path not in unreached]
    problems, notes = [*own, *reach, *ids.problems, *rejected.problems, *kept], [*ids.notes]
    if runs:
        from ace.lint.lint_runs import lint_runs
        from ace.playbook.lint_decisions import AgentTable

        tables = {name: AgentTable(tuple(fields[name]), actions[name]) for name in fields}
        shown = lint_runs(workspace, runs, linted.playbook, _look(workspace, settings, linted.playbook), tables)
        problems += shown.problems
        notes += shown.notes
    if near:
        from ace.clusters.embedding import find_embedding
        from ace.lint.lint_near import lint_near

        alike = lint_near(linted.playbook, *find_embedding())
        problems += alike.problems
        notes += alike.notes
    return LintReport(files, tuple(sorted(problems)), tuple(notes))


def _reach_problems(playbook: Playbook, settings: Settings, agents: Collection[str]) -> tuple[Problem, ...]:
    """Return a warning for each rule of an agent that nobody can run here: no prompt and no gate will ever hold it.

    Rules of a shipped agent are for whoever runs that one; where the repository describes its own, it alone runs.
    """
    others = () if settings.own_agent is not None else agents
    return tuple(
        problem_at(
            file,
            "agent",
            "other-agent",
            "warning",
            f"this rule reaches nobody here: it is of agent `{file.rule.agent}`, and {CONFIG_NAME}'s agent is "
            f"`{settings.agent}`; write `agent: {settings.agent}`, or delete the rule",
        )
        for file in playbook.files
        if file.rule.status != "deprecated" and file.rule.agent not in (settings.agent, *others)
    )


def _branch_problems(workspace: Workspace, settings: Settings) -> tuple[Problem, ...]:
    """Return the problems of `ace/rejected`: they stop all drafting as well, whatever the tree holds."""
    try:
        reviewed = reviewed_tip(workspace.repo, settings.branch)[1]
    except NoBaseError:
        return ()
    found = find_known(workspace.repo, reviewed, settings.review.remote_name).problems
    return tuple(one for one in found if one.path.startswith(f"{BRANCH}:"))


def _look(workspace: Workspace, settings: Settings, playbook: Playbook) -> "Lookout":
    from ace.cycle.analyze_run import Lookout
    from ace.detectors.loading import own_detectors

    own = own_detectors(settings, workspace.repo) if settings.analysis.detectors else ()
    rules = tuple(rule for rule in playbook.rules if rule.status != "deprecated")
    return Lookout(rules, own, settings.gate.success_severity)


def _check_ids(workspace: Workspace, branch: str | None, ref: str | None, playbook: Playbook) -> IdCheck:
    """A commit is checked against its own history, the working tree against that of the reviewed branch."""
    if ref is not None:
        return check_ids(workspace.repo, ref, playbook)
    try:
        tip = branch_tip(workspace.repo, default_branch(workspace.repo, branch))
    except NoBaseError as exc:
        return IdCheck((), (f"ids are not checked against history: {exc}",))
    return check_ids(workspace.repo, tip, playbook)
