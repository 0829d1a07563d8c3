"""`ace eval`."""

from pathlib import Path

import click

from ace.commands.options import environment, json_option, not_empty, repo_option
from ace.console import print_json, print_text


@click.command("eval")
@click.argument("rule", callback=not_empty)
@click.argument("target", metavar="EPISODE|RUN", callback=not_empty)
@click.option("--all", "is_whole", is_flag=True, help="Of a run, list every violation and error, not the first ten.")
@repo_option
@json_option
def command(rule: str, target: str, is_whole: bool, repo: Path, as_json: bool) -> None:
    """Show what RULE says of every decision of an episode, or how often a run violates it.

    RULE is an id on the reviewed branch, or the path of a rule file: a draft. A run is `latest` or the start of an id
    (r-..., a-... for a trial arm); any other name is looked for among the episodes (an id, its start, a sample).

    \b
    Example:
      ace eval hints.one-level-at-a-time latest
      ace eval playbooks/tutor/hints/one-level-at-a-time.yaml e-3f2a
    """
    from ace.errors import AceError
    from ace.report.eval_decisions import judge_episode, judge_run
    from ace.report.eval_json import episode_eval_json, run_eval_json
    from ace.report.eval_rule_source import find_rule
    from ace.report.eval_text import episode_eval_text, run_eval_text
    from ace.report.trace_find import find_all, find_one, unread_lines
    from ace.session import open_session

    session = open_session(repo, environment(), {})
    source = find_rule(session, rule)
    if target == "latest" or target.startswith(("r-", "a-")):
        is_arm = target.startswith("a-")
        name = target if is_arm else session.workspace.run_folder(target, session.settings.agent).name
        run = judge_run(source.rule, name, find_all(session, target), unread_lines(session, target))
        if run.other_agents and not run.episodes:
            raise AceError(f"{name}: no episode is of agent {source.rule.agent}, which rule {source.rule.id} is for")
        if as_json:
            print_json(run_eval_json(source, run, is_whole=is_whole))
        else:
            print_text(run_eval_text(source, run, is_whole=is_whole))
        return
    found = find_one(session, target)
    agent = found.episode.header.agent
    if agent != source.rule.agent:
        name = found.episode.header.episode
        raise AceError(f"{name} is of agent {agent!r}; rule {source.rule.id} is for agent {source.rule.agent}")
    episode = judge_episode(source.rule, found)
    print_json(episode_eval_json(source, episode)) if as_json else print_text(episode_eval_text(source, episode))
