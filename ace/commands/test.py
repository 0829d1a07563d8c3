"""`ace test`."""

from dataclasses import asdict
from pathlib import Path

import click

from ace.commands.options import GivenPath, environment, json_option, repo_option
from ace.console import print_json, print_text


@click.command("test")
@click.option("--ref", help="Test a commit instead of the working tree.")
@click.option("--bundle", type=GivenPath(path_type=Path), help="Test the rules in this file of `ace bundle`.")
@click.option("--junit", type=GivenPath(path_type=Path, dir_okay=False), help="Also write JUnit XML to this file.")
@repo_option
@json_option
def command(ref: str | None, bundle: Path | None, junit: Path | None, repo: Path, as_json: bool) -> int:
    """Run the tests beside the rules. No model is asked. Exits 1 when one fails.

    Tested is the working tree; a commit with --ref; a bundle where one is named, here or by rules.bundle.

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
    from ace.session import open_session
    from ace.text.counted import counted
    from ace.text.visible_text import escape_text
    from runtime.rules.load_reviewed import parse_playbook

    if bundle is not None and ref is not None:
        raise click.UsageError("--ref and --bundle exclude each other; give one")
    session = open_session(repo, environment(), {"rules.bundle": bundle})
    folder = session.settings.playbook
    if ref is None and session.settings.rules.bundle is not None:
        playbook = session.playbook()
    else:
        where = session.workspace
        playbook = parse_playbook(files_at(where, ref, folder) if ref else files_in_tree(where, folder), folder)
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
        rules = counted(len(playbook.files), "rule")
        lines.append(f"{len(results) - len(failed)} passed, {len(failed)} failed, in {rules}")
        print_text("\n".join(lines))
    return 1 if failed else 0
