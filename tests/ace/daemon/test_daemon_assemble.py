"""A daemon put together from settings and the command line, in this process."""

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from urllib.request import urlopen

import pytest

from ace.config.schedule_settings import DaemonSettings, NotifySettings
from ace.daemon.assemble import DaemonOptions, configured, run_daemon
from ace.daemon.health import health_path, read_health, write_health
from ace.daemon.run_daemon import Configured
from ace.errors import ConfigError
from ace.workspace import Workspace
from tests.ace.daemon.daemon_building import ago, every, health, schedule, standing_of
from tests.chat_server import Answer, chat_server


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """A folder that stands for a repository."""
    return Workspace(tmp_path, tmp_path / "state", is_bare=False)


def stop_after(count: int) -> Callable[[int], None]:
    return lambda number: os.kill(os.getpid(), signal.SIGTERM) if number == count else None


def test_failure_and_recovery_reach_the_webhook_and_its_address_reaches_nobody(
    workspace: Workspace, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["sh", "-c", 'echo x >> ran; echo "hook: $ACE_HOOK"; test $(wc -l < ran) -ge 3']
    with chat_server(lambda request, number: Answer("{}")) as server:
        secret = f"{server.base_url}/T0K3N"
        options = DaemonOptions(
            command=lambda _, lifeline: words,
            load=lambda: Configured((every(0.5),), DaemonSettings(), NotifySettings(webhook_env="ACE_HOOK")),
            after_cycle=stop_after(4),
        )
        code = run_daemon(workspace, {**os.environ, "ACE_HOOK": secret}, options)
        kinds = [post["kind"] for post in server.requests if post["kind"] != "missed"]
    assert code == 0
    assert kinds == ["failed", "recovered"], "the same failure twice is told once, and so is its end"
    files = [path.read_text(encoding="utf-8") for path in workspace.state.rglob("*") if path.is_file()]
    assert "T0K3N" not in "".join(files) + capsys.readouterr().err


def test_metrics_are_served_while_it_runs(workspace: Workspace, capsys: pytest.CaptureFixture[str]) -> None:
    pages: list[str] = []

    def ask(number: int) -> None:
        port = capsys.readouterr().err.split("metrics at http://127.0.0.1:")[1].split("/")[0]
        with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
            pages.append(answer.read().decode())
        os.kill(os.getpid(), signal.SIGTERM)

    options = DaemonOptions(
        metrics_port=0,
        command=lambda _, lifeline: ["true"],
        load=lambda: Configured((every(0.5),), DaemonSettings(), NotifySettings()),
        after_cycle=ask,
    )
    assert run_daemon(workspace, dict(os.environ), options) == 0
    assert 'ace_cycles_total{schedule="often",status="done"} 1.0' in pages[0]
    assert 'ace_next_due_timestamp_seconds{schedule="often"}' in pages[0]


@pytest.mark.parametrize(("word", "code"), [("true", 0), ("false", 1)])
def test_once_runs_what_is_due_and_ends(word: str, code: int, workspace: Workspace) -> None:
    chosen = (schedule("0 * * * *", "a"), schedule("30 * * * *", "b"), schedule("@yearly", "c"))
    write_health(health_path(workspace.state), health(*(standing_of(one, ago(hours=3)) for one in chosen)))
    options = DaemonOptions(
        is_once=True,
        command=lambda one, lifeline: ["sh", "-c", f"echo {one.name} >> ran; {word}"],
        load=lambda: Configured(chosen, DaemonSettings(), NotifySettings()),
    )
    assert run_daemon(workspace, dict(os.environ), options) == code
    assert (workspace.repo / "ran").read_text(encoding="utf-8") == "a\nb\n"
    assert run_daemon(workspace, dict(os.environ), options) == 0, "nothing is due a second time"
    assert (workspace.repo / "ran").read_text(encoding="utf-8") == "a\nb\n"
    found = read_health(health_path(workspace.state))
    assert found is not None
    assert found.state == "done"


def test_settings_are_read_again_and_bad_ones_are_not_taken_over(
    workspace: Workspace, capsys: pytest.CaptureFixture[str]
) -> None:
    answers: list[Configured | ConfigError] = [
        Configured((every(0.5),), DaemonSettings(), NotifySettings()),
        Configured((every(0.5),), DaemonSettings(), NotifySettings()),
        ConfigError("ace.yaml: schedules.0.cron: must be set" + "9" * 1_500),
        Configured((every(0.5, "other"),), DaemonSettings(), NotifySettings()),
    ]

    def load() -> Configured:
        answer = answers.pop(0)
        if isinstance(answer, ConfigError):
            raise answer
        return answer

    ran: list[str] = []

    def after(number: int) -> None:
        os.kill(os.getpid(), signal.SIGHUP if answers else signal.SIGTERM)

    def command(one: object, lifeline: int) -> list[str]:
        ran.append(getattr(one, "name", ""))
        return ["true"]

    assert run_daemon(workspace, dict(os.environ), DaemonOptions(command=command, load=load, after_cycle=after)) == 0
    assert ran == ["often", "often", "other"]
    log = capsys.readouterr().err
    assert "ERROR ace.yaml was not taken over; the daemon goes on with what it had. ace.yaml: schedules.0.cron" in log
    assert "9" * 601 not in log, "what stands there is quoted to some length only"
    assert "INFO ace.yaml was read again" in log


def test_a_damaged_health_file_is_told_and_replaced(workspace: Workspace, capsys: pytest.CaptureFixture[str]) -> None:
    workspace.state.mkdir()
    health_path(workspace.state).write_text("{", encoding="utf-8")
    options = DaemonOptions(is_once=True, load=lambda: Configured((schedule(),), DaemonSettings(), NotifySettings()))
    assert run_daemon(workspace, dict(os.environ), options) == 0
    assert "is damaged; delete it" in capsys.readouterr().err
    assert json.loads(health_path(workspace.state).read_bytes())["state"] == "done"


def test_settings_come_from_ace_yaml_and_the_command_line(workspace: Workspace) -> None:
    (workspace.repo / "ace.yaml").write_text(
        'schedules:\n  - {name: nightly, cron: "15 2 * * *"}\n  - {name: weekly, cron: "@weekly", enabled: false}\n'
        "daemon: {busy_minutes: 5}\nnotify: {webhook_env: ACE_HOOK}\n",
        encoding="utf-8",
    )
    found = configured(workspace, {}, None)
    assert [(one.name, one.is_enabled) for one in found.schedules] == [("nightly", True), ("weekly", False)]
    assert (found.daemon.busy_minutes, found.notify.webhook_env) == (5, "ACE_HOOK")
    assert [one.name for one in configured(workspace, {}, "@daily").schedules] == ["cron"]


def test_a_webhook_that_is_not_set_keeps_the_daemon_from_starting(workspace: Workspace) -> None:
    options = DaemonOptions(
        load=lambda: Configured((schedule(),), DaemonSettings(), NotifySettings(webhook_env="ACE_HOOK"))
    )
    with pytest.raises(ConfigError, match="ACE_HOOK is not set"):
        run_daemon(workspace, {}, options)
