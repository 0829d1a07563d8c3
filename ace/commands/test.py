"""`ace test`."""

from dataclasses import asdict
from pathlib import Path

import click

from ace.commands.options import GivenPath, environment, json_option, print_json, print_text, repo_option


@click.command("test")
@click.option("--ref", help="Test a commit instead of the working tree.")
@click.option("--junit", type=GivenPath(path_type=Path, dir_okay=False), help="Also write JUnit XML to this file.")
@repo_option
@json_option
def command(ref: str | None, junit: Path | None, repo: Path, as_json: bool) -> int:
    """Run the tests beside the rules. No model is asked. Exits 1 when one fails.

    \b
    Example:
      ace test
      ace test --ref ace/p/7f3a91c2b04e
      ace test --junit rules.xml
    """
    from ace.playbook.run_tests import run_rule_tests

    if ref == "":
        raise click.BadParameter("is empty; name a commit, or leave it out for the working tree", param_hint="--ref")
    from ace.playbook_files import files_at, files_in_tree
    from ace.review.visible_text import escape_text
    from ace.session import open_session
    from runtime.rules.load_reviewed import parse_playbook

    session = open_session(repo, environment(), {})
    folder = session.settings.playbook
    files = files_at(session.workspace, ref, folder) if ref is not None else files_in_tree(session.workspace, folder)
    playbook = parse_playbook(files, folder)
    results = run_rule_tests(playbook, session.agent.context)
    failed = [result for result in results if not result.ok]
    untested = [file.rule.id for file in playbook.files if file.rule.is_checked and file.test is None]
    if junit is not None:
        from ace.playbook.junit import junit_xml

        junit.write_bytes(junit_xml(results, untested))
    if as_json:
        value = {"passed": len(results) - len(failed), "failed": len(failed), "untested": untested}
        print_json({**value, "results": [asdict(result) for result in results]})
    else:
        lines = [
            f"FAILED {r.rule_id} {r.kind}[{r.index}] ({r.path}:{r.line}): {escape_text(r.message)}" for r in failed
        ]
        lines += [f"no test beside {name}" for name in untested]
        lines.append(f"{len(results) - len(failed)} passed, {len(failed)} failed, in {len(playbook.files)} rules")
        print_text("\n".join(lines))
    return 1 if failed else 0
