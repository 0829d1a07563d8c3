"""The command group: names and one-line helps here, each command's module imported only when it is used."""

import errno
import os
import signal
import sys
import threading
from collections.abc import Sequence
from importlib import import_module
from io import StringIO
from types import FrameType

import click

from ace.console import ReaderGoneError, print_json, warn

OK, ERROR, USAGE, INTERRUPTED, TERMINATED = 0, 1, 64, 130, 143

# name -> (module, one-line help). In the order a newcomer meets them.
COMMANDS: dict[str, tuple[str, str]] = {
    "demo": ("ace.commands.demo", "Show the whole loop in a new repository, with a simulated controller."),
    "init": ("ace.commands.init", "Write ace.yaml and a first playbook into a git repository."),
    "doctor": ("ace.commands.doctor", "Say what works here, what is missing, and where each setting comes from."),
    "run": ("ace.commands.run", "Run samples under the reviewed rules and record the traces."),
    "analyze": ("ace.commands.analyze", "Find failures in a run, or in trace files, and group them into clusters."),
    "clusters": ("ace.commands.clusters", "List the failure clusters known so far and how they came about."),
    "detectors": ("ace.commands.detectors", "List what is looked for in traces, with its documentation."),
    "propose": ("ace.commands.propose", "Draft rule changes from a run, judge them, open branches."),
    "plan": ("ace.commands.plan", "Say what a cycle is expected to cost, and what it can show, before it starts."),
    "try": ("ace.commands.try_rules", "Judge the rule changes in your working tree, as a cycle judges its drafts."),
    "cycle": ("ace.commands.cycle", "Run, analyze, propose, push: the whole loop once; goes on where it was cut off."),
    "daemon": ("ace.commands.daemon", "Start cycles when they are due, and say when one is missed or fails."),
    "ablate": ("ace.commands.ablate", "Leave out each rule in force, one at a time: which of them do the work?"),
    "diff": ("ace.commands.diff", "Show what open proposals change, why, and what it did to the score."),
    "open": ("ace.commands.open", "Push proposals; create or update their pull or merge requests."),
    "reject": ("ace.commands.reject", "Reject a proposal, with the reason: it does not come back, also not reworded."),
    "unreject": ("ace.commands.unreject", "Take a rejection back."),
    "log": ("ace.commands.log", "Show the life of a rule: born from what, merged when, measured effect, edits."),
    "refresh": ("ace.commands.refresh", "Put open proposals on the reviewed branch as it is now."),
    "revert": ("ace.commands.revert", "Propose to undo the last reviewed change of a rule."),
    "status": ("ace.commands.status", "Show the last cycles, what is open, what failed and what to do next."),
    "show": ("ace.commands.show", "Show a proposal, rule, cluster, episode or run by its id."),
    "lint": ("ace.commands.lint", "Check rule files: schema, characters, conditions, tests."),
    "tools": ("ace.commands.tools", "List the agent's tools: what works here, what stands in, what is missing."),
    "retrieve": ("ace.commands.retrieve", "Search the local index as the agent does."),
    "tutor": ("ace.commands.tutor", "Be the student: talk to the tutor about an image, in the terminal."),
    "trace": ("ace.commands.trace", "Show an episode step by step: what was seen, decided, returned, changed."),
    "eval": ("ace.commands.eval_rule", "Show what a rule says of recorded decisions, one by one or over a run."),
    "replay": ("ace.commands.replay", "Run an episode again from its record, without a model or tools."),
    "audit": ("ace.commands.audit", "Show what each claim of an episode's answer cites or shares words with."),
    "calls": ("ace.commands.calls", "List tool calls that wait for a person; approve, deny, edit or resume them."),
    "import": ("ace.commands.import_traces", "Read other agents' traces (OpenTelemetry, chat messages, Inspect, ...)."),
    "export": ("ace.commands.export", "Write a run as OpenTelemetry traces with findings, for other tools."),
    "judge": ("ace.commands.judge", "Calibrate a model that judges traces against people's labels."),
    "bands": ("ace.commands.bands", "Show how well measurements tell true cases from false, band by band."),
    "samples": ("ace.commands.samples", "Turn an outside data set (VQA-RAD, SLAKE, PubMedQA) into samples."),
    "playbook": ("ace.commands.playbook", "Bring in another program's playbook; write rules in its format."),
    "models": ("ace.commands.models", "List the vision models that are built here; build those that are missing."),
    "inspect": ("ace.commands.inspect", "Measure the void inspector against thresholds in code."),
    "bench": ("ace.commands.bench", "Measure ACE here, side by side with what one would take instead."),
    "fields": ("ace.commands.fields", "List what a rule's conditions may use: fields, actions, tools."),
    "schema": ("ace.commands.schema", "Print the JSON Schema of rule files and their tests, for editors."),
    "test": ("ace.commands.test", "Run the tests beside the rules; no model is asked."),
    "bundle": ("ace.commands.bundle", "Write the reviewed rules into one file, for machines without git."),
    "verify": ("ace.commands.verify", "Check a bundle: checksums, rules, their tests, its signature, its commit."),
    "promote": ("ace.commands.promote", "Propose that a rule is enforced by code, not by the prompt alone."),
    "runs": ("ace.commands.runs", "List recorded runs and what they take on disk; remove old ones."),
}

# How `ace --help` groups them; a test checks that each is in one place.
SECTIONS: dict[str, tuple[str, ...]] = {
    "Begin": ("demo", "init", "doctor"),
    "Improve": ("plan", "cycle", "daemon", "run", "analyze", "clusters", "propose", "try", "ablate"),
    "Review": ("status", "diff", "show", "open", "reject", "unreject", "refresh", "revert", "promote", "log"),
    "Write rules": ("lint", "test", "eval", "fields", "schema", "playbook", "bundle", "verify"),
    "Look closer": ("trace", "replay", "audit", "calls", "detectors", "bands", "judge", "tools", "retrieve", "tutor"),
    "Data and upkeep": ("samples", "import", "export", "runs", "models", "inspect", "bench"),
}


class LazyGroup(click.Group):
    """Lists commands without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the command names in the table's order."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one command, or None for an unknown name."""
        if cmd_name not in COMMANDS:
            return None
        command = import_module(COMMANDS[cmd_name][0]).command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the command table from the one-line helps."""
        for title, names in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(name, COMMANDS[name][1]) for name in names])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command, or a usage error that names the nearest one."""
        name = args[0] if args else ""
        if name and name not in COMMANDS and not name.startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(name, COMMANDS, n=1)
            raise click.UsageError(f"no command {name!r}" + (f"; did you mean {near[0]!r}?" if near else ""), ctx)
        return super().resolve_command(ctx, args)


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="ace-optimizer", prog_name="ace", message="%(prog)s %(version)s")
def ace() -> None:
    """Turn an agent's repeated mistakes into YAML rules that people review.

    \b
    Example:
      ace demo                 the whole loop, no key, no network
      ace init && ace doctor   in your own repository
      ace cycle && ace diff    what should change, and why

    With --json stdout holds one JSON object, also where a command fails: {"error": "..."} and an exit code other
    than 0 (1 error, 64 usage, 75 busy). The message is on stderr as well.
    """


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code; every known error is one message on stderr."""
    terminated = threading.Event()

    def terminate(number: int, frame: FrameType | None) -> None:
        # Ends as an interrupt does, which asyncio turns into an orderly cancellation.
        terminated.set()
        handler = signal.getsignal(signal.SIGINT)
        if not callable(handler):
            raise KeyboardInterrupt
        handler(signal.SIGINT, frame)

    is_main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGTERM, terminate) if is_main else None
    try:
        result = ace.main(list(arguments), prog_name="ace", standalone_mode=False)
    except click.ClickException as exc:
        return _show(exc, arguments)
    except (click.Abort, KeyboardInterrupt):
        how, code = ("terminated", TERMINATED) if terminated.is_set() else ("interrupted", INTERRUPTED)
        warn(f"\n{how}; what was written is kept{_goes_on(arguments)}")
        return code
    except ReaderGoneError:
        _drop_stdout()
        return OK
    except Exception as exc:  # noqa: BLE001  the outermost boundary: known errors become one message, others rise
        return _explain(exc, arguments)
    finally:
        if is_main:
            signal.signal(signal.SIGTERM, before)
    return result if isinstance(result, int) else OK


def _goes_on(arguments: Sequence[str]) -> str:
    """Return how the command of this command line is gone on with, "" where there is nothing to go on with."""
    command = next((name for name in arguments if name in COMMANDS), "")
    told = {
        "run": "; the run goes on with `ace run --resume latest`",
        "cycle": "; the next `ace cycle` goes on with it",
    }
    again = f"; start `ace {command}` again: what was run is not run again"
    return told.get(command, again if command in {"propose", "try", "ablate"} else "")


def _drop_stdout() -> None:
    """Keep Python from complaining when it flushes at exit what nobody reads."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print_error(message: str, arguments: Sequence[str]) -> None:
    """Print the error as one JSON object where this command line asks for JSON; no exit code changes for it."""
    if "--json" not in arguments:
        return
    try:
        print_json({"error": message})
    except ReaderGoneError:
        _drop_stdout()


def _show(exc: click.ClickException, arguments: Sequence[str]) -> int:
    """Print what click found wrong; it quotes the command line, which may hold a stranger's text."""
    text = StringIO()
    exc.show(text)
    warn(text.getvalue().rstrip("\n"))
    _print_error(exc.format_message(), arguments)
    return USAGE if isinstance(exc, click.UsageError) else ERROR


def _explain(exc: Exception, arguments: Sequence[str]) -> int:
    from ace.errors import AceError
    from ace.review.errors import ReviewError
    from runtime.contracts.errors import RuntimeFault
    from runtime.traces.redaction import redact_text

    known = isinstance(exc, AceError | ReviewError | RuntimeFault | OSError)
    if not known or os.environ.get("ACE_TRACEBACK"):
        raise exc
    place = f": {exc.filename}" if isinstance(exc, OSError) and exc.filename and exc.filename not in str(exc) else ""
    message = f"{redact_text(str(exc))}{place}{_remedy(exc)}"
    warn(f"ace: {message}")
    _print_error(message, arguments)
    return exc.exit_code if isinstance(exc, AceError) else ERROR


def _remedy(exc: Exception) -> str:
    """Return what to do about an error of the operating system, where there is something to say."""
    known = {
        errno.ENOSPC: "; make room on that disk, then start again: what was written is kept",
        errno.EROFS: "; ACE keeps runs and its lock under the git folder, which must be writable",
        errno.EACCES: "; ACE keeps runs and its lock under the git folder, which must be writable",
        errno.EEXIST: "; move what is in the way",
        errno.EISDIR: "; move what is in the way",
        errno.ENOTDIR: "; move what is in the way",
        errno.ELOOP: "; a link leads round in a circle; put the real file or folder in its place",
    }
    return known.get(exc.errno or 0, "") if isinstance(exc, OSError) else ""
