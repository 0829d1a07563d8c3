"""`ace daemon`."""

from pathlib import Path

import click

from ace.commands.options import environment, json_option, not_empty, quiet_option, repo_option
from ace.console import print_json, print_text

DEFAULT_PORT = 9464


@click.command("daemon")
@click.option(
    "--cron", callback=not_empty, help='One schedule in place of those of ace.yaml, for example "15 2 * * *".'
)
@click.option("--once", "mode", flag_value="once", help="Run what is due now, and end; for cron (with --quiet).")
@click.option("--check", "mode", flag_value="check", help="Check the schedules and all their cycles need, and end.")
@click.option("--explain", "mode", flag_value="explain", help="Say what each schedule means and when it is due next.")
@click.option("--status", "mode", flag_value="status", help="Say how the daemon does; exit 1 when it is not healthy.")
@click.option(
    "--metrics-port",
    type=click.IntRange(0, 65_535),
    is_flag=False,
    flag_value=DEFAULT_PORT,
    help=f"Serve Prometheus metrics on 127.0.0.1; {DEFAULT_PORT} without a number, 0 for a free port.",
)
@click.option("--metrics-address", default="127.0.0.1", show_default=True, help="Address to serve metrics on.")
@click.option("--metrics-anywhere", is_flag=True, help="Allow an address that other machines reach; no password.")
@repo_option
@quiet_option
@json_option
def command(
    cron: str | None,
    mode: str | None,
    metrics_port: int | None,
    metrics_address: str,
    metrics_anywhere: bool,
    repo: Path,
    quiet: bool,
    as_json: bool,
) -> int:
    """Start a cycle whenever a schedule of ace.yaml is due; say loudly when one is missed or fails.

    Each cycle is a process of its own with a deadline. SIGTERM ends the daemon when the cycle under way has come to an
    orderly end, a second one at once; SIGHUP reads ace.yaml again. Exits 75 when a daemon of this repository runs.

    \b
    Example:
      ace daemon --cron "15 2 * * *" --explain
      ace daemon --metrics-port
      ace daemon --status
    """
    from ace.workspace import open_workspace

    if as_json and mode not in ("check", "explain", "status"):
        raise click.UsageError("--json goes with --check, --explain or --status: the daemon itself prints a log")
    workspace, environ = open_workspace(repo), environment()
    if mode == "status":
        from ace.daemon.bulletin import utc_now
        from ace.daemon.status import look_at_daemon, status_json, status_text

        status = look_at_daemon(workspace.state, utc_now())
        print_json(status_json(status)) if as_json else print_text(status_text(status))
        return 0 if status.is_healthy else 1
    if mode in ("check", "explain"):
        return _look(mode, repo, cron, as_json)
    from ace.daemon.assemble import DaemonOptions, run_daemon
    from ace.errors import BusyError

    options = DaemonOptions(
        cron=cron,
        is_once=mode == "once",
        is_quiet=quiet,
        metrics_port=metrics_port,
        metrics_address=metrics_address,
        is_metrics_anywhere=metrics_anywhere,
    )
    try:
        return run_daemon(workspace, environ, options)
    except BusyError as exc:
        # Cron looks again and again while a cycle runs, and would mail each time.
        if not (quiet and options.is_once):
            raise
        return exc.exit_code


def _look(mode: str, repo: Path, cron: str | None, as_json: bool) -> int:
    from ace.daemon.assemble import configured
    from ace.daemon.bulletin import utc_now
    from ace.daemon.check import check_cycles, check_text
    from ace.daemon.explain import explain_json, explain_text
    from ace.workspace import open_workspace

    environ, now = environment(), utc_now()
    found = configured(open_workspace(repo), environ, cron)
    if mode == "explain":
        if as_json:
            print_json(explain_json(found.schedules, now, None))
        else:
            print_text(explain_text(found.schedules, now, None))
        return 0
    checked = check_cycles(repo, environ, found)
    if as_json:
        print_json({"ok": not any(checked.values()), "schedules": checked})
    else:
        print_text(check_text(checked))
    return 1 if any(checked.values()) else 0
