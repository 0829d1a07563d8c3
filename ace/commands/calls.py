"""`ace calls`."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ace.commands.options import environment, json_option, model_flags, model_options, not_empty, repo_option
from ace.console import is_terminal, print_json, print_text

if TYPE_CHECKING:
    from ace.calls.decide import Answer
    from ace.session import Session


@click.group("calls", invoke_without_command=True)
@click.option("--all", "everything", is_flag=True, help="Also calls that are done or stale.")
@repo_option
@json_option
@click.pass_context
def command(context: click.Context, everything: bool, repo: Path, as_json: bool) -> None:
    """List tool calls that wait for a person; approve, deny, edit or resume them.

    What asks is set under `control` in ace.yaml, by side-effect class (approvals) or by tool (tools).

    \b
    Example:
      ace calls
      ace calls approve p-1f2e3d4c5b --resume
      ace calls deny p-1f2e3d4c5b --reason "not on this image"
    """
    if context.invoked_subcommand is not None:
        context.obj = repo
        return
    from ace.calls.standing import open_store, standings
    from ace.report.calls_text import call_json, calls_text, is_open
    from ace.session import open_session

    session = open_session(repo, environment(), {})
    found = standings(session, open_store(session).all())
    shown = [one for one in found if everything or is_open(one)]
    if as_json:
        print_json({"calls": [call_json(one) for one in shown]})
    else:
        width = shutil.get_terminal_size().columns if is_terminal() else None
        print_text(calls_text(shown, session.clock.now(), len(found) - len(shown), width))


@command.command("show", short_help="Show one call and what was decided.")
@click.argument("name", metavar="ID", callback=not_empty)
@repo_option
@json_option
@click.pass_context
def show(context: click.Context, name: str, repo: Path, as_json: bool) -> None:
    """Show one call: its arguments, where it was made, what was decided.

    \b
    Example:
      ace calls show p-1f2e3d4c5b
    """
    from ace.calls.standing import open_store, standing
    from ace.report.calls_text import call_json, call_text
    from ace.session import open_session

    session = open_session(_repo(context, repo), environment(), {})
    found = standing(session, open_store(session).get(name))
    print_json(call_json(found)) if as_json else print_text(call_text(found, session.clock.now()))


@command.command("approve", short_help="Let a call run, as asked for or edited.")
@click.argument("name", metavar="ID", callback=not_empty)
@click.option(
    "--edit", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Run with the arguments in this file."
)
@click.option("--edit-arg", "edits", multiple=True, metavar="KEY=VALUE", help="Change one argument; VALUE is JSON.")
@click.option("--reason", default="", help="Why, for the record.")
@click.option("--it-acted", is_flag=True, help="Of a call that was cut off: it did act; go on without running it.")
@click.option("--it-did-not-act", is_flag=True, help="Of a call that was cut off: it did not act; run it.")
@click.option("--resume", "resumes", is_flag=True, help="Go on with the episode at once.")
@model_options
@repo_option
@json_option
@click.pass_context
def approve(
    context: click.Context,
    name: str,
    edit: Path | None,
    edits: tuple[str, ...],
    reason: str,
    it_acted: bool,
    it_did_not_act: bool,
    resumes: bool,
    controller: str | None,
    model: str | None,
    base_url: str | None,
    repo: Path,
    as_json: bool,
) -> int:
    """Let a call run, as it was asked for or with changed arguments.

    \b
    Example:
      ace calls approve p-1f2e3d4c5b
      ace calls approve p-1f2e3d4c5b --edit-arg 'box=[0.2, 0.2, 0.6, 0.6]' --resume
    """
    from ace.calls.decide import Answer
    from ace.calls.edit import edited_arguments
    from ace.calls.standing import open_store
    from ace.session import open_session

    if it_acted and it_did_not_act:
        raise click.UsageError("--it-acted and --it-did-not-act contradict each other")
    session = open_session(_repo(context, repo), environment(), model_flags(controller, model, base_url))
    arguments = edited_arguments(open_store(session).get(name).arguments, edit, edits) if edit or edits else None
    verdict: Answer = Answer(
        "acted" if it_acted else "did_not_act" if it_did_not_act else "approved", reason, arguments
    )
    return _decide(session, name, verdict, resumes, as_json)


@command.command("deny", short_help="Refuse a call; its episode goes on.")
@click.argument("name", metavar="ID", callback=not_empty)
@click.option("--reason", default="", help="Why; the agent reads it.")
@click.option("--resume", "resumes", is_flag=True, help="Go on with the episode at once.")
@model_options
@repo_option
@json_option
@click.pass_context
def deny(
    context: click.Context,
    name: str,
    reason: str,
    resumes: bool,
    controller: str | None,
    model: str | None,
    base_url: str | None,
    repo: Path,
    as_json: bool,
) -> int:
    """Refuse a call; its episode goes on with the refusal as the call's result.

    \b
    Example:
      ace calls deny p-1f2e3d4c5b --reason "not on this image"
    """
    from ace.calls.decide import Answer
    from ace.session import open_session

    session = open_session(_repo(context, repo), environment(), model_flags(controller, model, base_url))
    return _decide(session, name, Answer("denied", reason), resumes, as_json)


@command.command("resume", short_help="Go on with the episodes of decided calls.")
@click.argument("names", metavar="[ID]...", nargs=-1, callback=not_empty)
@model_options
@repo_option
@json_option
@click.pass_context
def resume(
    context: click.Context,
    names: tuple[str, ...],
    controller: str | None,
    model: str | None,
    base_url: str | None,
    repo: Path,
    as_json: bool,
) -> int:
    """Go on with the episodes of decided calls: those named, or all. Exits 75 while another process works here.

    An inspection does not go on in its middle: `ace run --resume RUN` runs it anew, with what was decided.

    \b
    Example:
      ace calls resume
    """
    from ace.session import open_session

    session = open_session(_repo(context, repo), environment(), model_flags(controller, model, base_url))
    return _resume(session, names, as_json)


def _repo(context: click.Context, own: Path) -> Path:
    """The repository named after the sub-command, else the one named before it."""
    return own if own != Path() or not isinstance(context.obj, Path) else context.obj


def _decide(session: "Session", name: str, answer: "Answer", resumes: bool, as_json: bool) -> int:
    from ace.calls.decide import decide
    from ace.calls.standing import standing
    from ace.report.calls_text import call_json, call_text

    call = decide(session, name, answer)
    if resumes:
        return _resume(session, (call.id,), as_json)
    found = standing(session, call)
    if as_json:
        print_json(call_json(found))
    else:
        print_text(call_text(found, session.clock.now()) + f"to go on: {found.onward}\n")
    return 0


def _resume(session: "Session", names: tuple[str, ...], as_json: bool) -> int:
    from ace.calls.resume import resume_calls
    from ace.report.calls_text import resumed_json, resumed_text

    done = resume_calls(session, names)
    print_json(resumed_json(done)) if as_json else print_text(resumed_text(done))
    return 1 if any(one.is_failure for one in done) else 0
