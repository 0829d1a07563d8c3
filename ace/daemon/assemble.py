"""Put a daemon together from a repository, its settings, the environment and the command line; run it."""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ace.config.load import load_config
from ace.daemon.bulletin import Bulletin, utc_now
from ace.daemon.daemon_lock import daemon_lock, lock_path
from ace.daemon.health import Health, health_path, iso, read_health
from ace.daemon.log_lines import log_lines
from ace.daemon.notices import LOG, Notices
from ace.daemon.run_daemon import Configured, Daemon, DaemonParts
from ace.daemon.schedules import Schedule, build_schedules, child_command
from ace.daemon.standing import Standing
from ace.daemon.webhook import Webhook, webhook_url
from ace.errors import AceError
from ace.workspace import Workspace

if TYPE_CHECKING:
    from ace.daemon.metrics import Metrics

_WEBHOOK_END_S = 10.0


@dataclass(frozen=True)
class DaemonOptions:
    """The command line. `cron`: one schedule in place of those of ace.yaml; `metrics_port` None: no metrics.

    `command`, `load`, `after_cycle`: other ones than the daemon's own, for measuring it.
    """

    cron: str | None = None
    is_once: bool = False
    is_quiet: bool = False
    metrics_port: int | None = None
    metrics_address: str = "127.0.0.1"
    is_metrics_anywhere: bool = False
    command: Callable[[Schedule, int], Sequence[str]] | None = None
    load: Callable[[], Configured] | None = None
    after_cycle: Callable[[int], None] = field(default=lambda count: None)


def configured(workspace: Workspace, environ: Mapping[str, str], cron: str | None) -> Configured:
    """Return what the daemon is to do. Raises: ConfigError."""
    settings = load_config(workspace.repo, environ, {}).settings
    schedules = build_schedules(settings.schedules, cron, workspace.repo)
    return Configured(schedules, settings.daemon, settings.notify)


def run_daemon(workspace: Workspace, environ: Mapping[str, str], options: DaemonOptions) -> int:
    """Run until told to stop, or until what is due is done; return the exit code.

    Raises: ConfigError for what cannot be used, BusyError when another daemon works here.
    """
    load = options.load or (lambda: configured(workspace, environ, options.cron))
    first = load()
    url = webhook_url(first.notify.webhook_env, environ)
    with ExitStack() as stack:
        now = utc_now()
        stack.enter_context(daemon_lock(lock_path(workspace.state), iso(now)))
        stack.enter_context(log_lines(is_quiet=options.is_quiet))
        webhook = Webhook(url) if url is not None else None
        if webhook is not None:
            stack.callback(webhook.close, _WEBHOOK_END_S)
        before = _before(workspace.state)
        standing = Standing(health_path(workspace.state), _begun(before))
        notices = Notices(webhook.post if webhook else None, workspace.repo.name, before.told if before else {})
        bulletin = Bulletin(standing, notices, _metrics(options, stack))
        # The webhook's address is a secret the cycles have no use for.
        environment = {name: value for name, value in environ.items() if name != first.notify.webhook_env}
        parts = DaemonParts(
            repo=workspace.repo,
            state=workspace.state,
            load=load,
            command=options.command or _cycle_command(workspace.repo, first.daemon.stop_grace_seconds),
            environment=environment,
            bulletin=bulletin,
            is_once=options.is_once,
            after_cycle=options.after_cycle,
        )
        return Daemon(parts).run()


def _cycle_command(repo: Path, grace_s: float) -> Callable[[Schedule, int], Sequence[str]]:
    return lambda schedule, lifeline: child_command(schedule, repo, lifeline, grace_s)


def _before(state: Path) -> Health | None:
    try:
        return read_health(health_path(state))
    except AceError as exc:
        LOG.error("%s", exc)
        return None


def _begun(before: Health | None) -> Health:
    now = utc_now()
    kept = before.schedules if before is not None else ()
    return Health(state="waiting", pid=os.getpid(), started=now, beat=now, schedules=kept)


def _metrics(options: DaemonOptions, stack: ExitStack) -> "Metrics | None":
    if options.metrics_port is None:
        return None
    from ace.daemon.metrics import Metrics
    from ace.daemon.metrics_server import MetricsServer

    metrics = Metrics()
    server = MetricsServer(
        options.metrics_address, options.metrics_port, metrics.text, is_anywhere=options.is_metrics_anywhere
    )
    stack.callback(server.close)
    LOG.info("metrics at http://%s:%d/metrics", options.metrics_address, server.port)
    return metrics
