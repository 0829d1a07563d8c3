"""Agents that are commands, with every way in which one can misbehave; real processes throughout."""

import asyncio
import os
import time
from contextlib import suppress
from pathlib import Path

import pytest

from runtime.agents.own.command_agent import CommandAgent
from runtime.contracts.ports import EpisodeJob
from runtime.contracts.trace_event import Episode, Event
from runtime.loop.episode_recorder import SinkError
from runtime.loop.run_batch import BatchPlan, run_batch
from tests.runtime.agents.own.own_building import FIRST_LOOK, SAMPLE, outcome, parts, play, script

END = 'say(type="end", success=True)'
GOOD = f"""
for request in requests():
    say(type="step", action={{"name": "lookup_order"}}, result={{"ok": True, "summary": str(os.getpid())}})
    {END}
"""


def _agent(folder: Path, body: str, workers: int = 1, timeout_s: float = 10.0) -> CommandAgent:
    return CommandAgent(parts(timeout_s), script(folder, body), folder, workers)


def _pid(episode: Episode) -> int:
    return int(episode.steps[0].shown)


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def _children() -> set[str]:
    """The processes that this one has started and not yet reaped."""
    while True:
        tasks = tuple(Path(f"/proc/{os.getpid()}/task").iterdir())
        # A thread that ended meanwhile left its children to another one: look again.
        with suppress(FileNotFoundError, ProcessLookupError):
            return {pid for task in tasks for pid in (task / "children").read_text("ascii").split()}


def test_one_process_plays_episode_after_episode(tmp_path: Path) -> None:
    async def run() -> list[Episode]:
        agent = _agent(tmp_path, GOOD)
        found = [await agent.run(SAMPLE, EpisodeJob(trial=trial)) for trial in range(3)]
        assert _is_running(_pid(found[0]))
        await agent.aclose()
        await agent.aclose()
        return found

    found = asyncio.run(run())
    assert [outcome(one).scores for one in found] == [{"success": 1.0}] * 3
    assert len({_pid(one) for one in found}) == 1
    assert not _is_running(_pid(found[0]))


def test_it_can_be_run_again_in_another_loop_and_after_closing(tmp_path: Path) -> None:
    agent = _agent(tmp_path, GOOD)
    assert [outcome(play(agent, trial=trial)).terminal for trial in range(2)] == ["completed"] * 2


def test_gates_answer_on_stdin(tmp_path: Path) -> None:
    body = """
    for request in requests():
        assert request["rules"][0]["id"] == "refunds.first" and "Look before" in request["rules_text"]
        verdict = ask(type="propose", action={"name": "REFUND"})
        say(type="step", action={"name": verdict["instead"]}, result={"ok": True})
        verdict = ask(type="propose", action={"name": "REFUND"})
        say(type="step", action={"name": "REFUND"})
        say(type="end", answer={"decision": "refund"}, message=verdict["decision"])
    """
    episode = play(_agent(tmp_path, body), [FIRST_LOOK])
    assert outcome(episode).message == "allow"
    assert [step.taken is None for step in episode.steps] == [True, False, False]


def test_a_proposal_without_rules_is_allowed(tmp_path: Path) -> None:
    body = """
    for request in requests():
        verdict = ask(type="propose", action={"text": "Hello"})
        say(type="end", success=verdict["decision"] == "allow")
    """
    assert outcome(play(_agent(tmp_path, body))).scores == {"success": 1.0}


def test_a_script_may_end_after_its_episode(tmp_path: Path) -> None:
    body = f"next(requests())\nsay(type='step', action={{}}, result={{'ok': True, 'summary': str(os.getpid())}})\n{END}"
    agent = _agent(tmp_path, body)

    before = _children()

    async def run() -> list[Episode]:
        try:
            return [await agent.run(SAMPLE, EpisodeJob(trial=trial)) for trial in range(2)]
        finally:
            await agent.aclose()

    found = asyncio.run(run())
    assert [outcome(one).terminal for one in found] == ["completed"] * 2
    assert len({_pid(one) for one in found}) == 2
    assert _children() == before


STEP = 'say(type="step", action={"name": "lookup_order"})'
READ = "request = next(requests())\n"
FAULTS = [
    pytest.param("sys.exit(2)", "exit: its process ended with exit code 2", id="ends at once"),
    pytest.param(READ + STEP + "\nsys.exit(0)", "exit: its process ended with exit code 0", id="ends in the middle"),
    pytest.param(READ + "raise ValueError('no model')", "ValueError: no model", id="raises: its words are kept"),
    pytest.param(READ + "os.kill(os.getpid(), 11)", "exit: its process was killed by SIGSEGV", id="crashes"),
    pytest.param(READ + "os.close(1)\nsys.stdin.read()", "exit: it closed its output", id="closes its output"),
    pytest.param(READ + "print('hello', flush=True)", "protocol: not a line of JSON", id="prints"),
    pytest.param(READ + "sys.stdout.buffer.write(b'\\xff\\n')\nsys.stdout.flush()", "is not UTF-8", id="not UTF-8"),
    pytest.param(READ + "print('{\"type\": NaN}', flush=True)", "protocol: not a line", id="NaN"),
    pytest.param(READ + "print('{\"type\":' + '[' * 100_000, flush=True)", "protocol: not a line", id="nested"),
    pytest.param(READ + "print('x' * 10_000_000, flush=True)", "protocol: a line of more than", id="10 MB"),
    pytest.param(READ + "say(type='step', action={'name': 3})", "protocol: action.name", id="a wrong type"),
    pytest.param(READ + "say(type='step', action={'amout': 3})", "`action.amount`", id="a misspelt field"),
    pytest.param(READ + "say(type='error', message='no model')", "agent: it says: no model", id="says so"),
    pytest.param(
        READ + 'sys.stdout.write(json.dumps({"type": "end", "success": True}) + "\\nmore\\n")\nsys.stdout.flush()',
        "protocol: output after the `end`",
        id="output after end",
    ),
    pytest.param(
        READ + "line = json.dumps({'type': 'end', 'success': True}) + '\\n'\nsys.stdout.write(line * 2)\n"
        "sys.stdout.flush()",
        "protocol: output after the `end`",
        id="end twice",
    ),
    pytest.param(
        READ + "end = json.dumps({'type': 'end', 'success': True})\nstep = json.dumps({'type': 'step', 'action': {}})\n"
        "sys.stdout.write(end + '\\n' + step + '\\n')\nsys.stdout.flush()\nsys.stdin.read()",
        "protocol: output after the `end`",
        id="a step after end",
    ),
    pytest.param(READ + "sys.stderr.write('why\\n')\nsys.exit(1)", "last on its stderr: why", id="stderr is told"),
]


@pytest.mark.parametrize(("body", "says"), FAULTS)
def test_what_it_does_wrong_is_the_outcome(tmp_path: Path, body: str, says: str) -> None:
    agent = _agent(tmp_path, body)
    started = time.monotonic()
    episode = play(agent)
    assert time.monotonic() - started < 5.0
    assert episode.is_infrastructure_error
    assert says in outcome(episode).error
    assert outcome(episode).scores == {}
    assert len(outcome(episode).error) < 6000


@pytest.mark.parametrize(
    "body",
    [
        "time.sleep(60)",
        READ + STEP + "\ntime.sleep(60)",
        READ + "while True: print(flush=True)",
        READ + "while True: sys.stderr.write('x' * 10_000)",
        READ + "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(60)",
    ],
    ids=["reads nothing", "in the middle", "empty lines", "stderr alone", "deaf to signals"],
)
def test_one_that_hangs_is_killed_at_its_time(tmp_path: Path, body: str) -> None:
    before = _children()
    agent = _agent(tmp_path, body, timeout_s=0.25)
    started = time.monotonic()
    episode = play(agent)
    assert time.monotonic() - started < 2.0
    assert outcome(episode).error.startswith("timeout: ")
    assert _children() == before, "neither running nor waiting to be reaped"


def test_after_a_fault_the_next_episode_has_a_fresh_process(tmp_path: Path) -> None:
    body = f"""
    for request in requests():
        say(type="step", action={{}}, result={{"ok": True, "summary": str(os.getpid())}})
        if request["trial"] == 1:
            print("oops", flush=True)
        else:
            {END}
    """
    agent = _agent(tmp_path, body)

    async def run() -> list[Episode]:
        try:
            return [await agent.run(SAMPLE, EpisodeJob(trial=trial)) for trial in range(3)]
        finally:
            await agent.aclose()

    found = asyncio.run(run())
    assert [one.is_infrastructure_error for one in found] == [False, True, False]
    assert _pid(found[0]) == _pid(found[1]) != _pid(found[2])
    assert not any(_is_running(_pid(one)) for one in found)


def test_late_output_is_nobody_elses(tmp_path: Path) -> None:
    body = f"""
    for request in requests():
        say(type="step", action={{}}, result={{"ok": True, "summary": str(os.getpid())}})
        {END}
        time.sleep(0.05)
        {STEP}
    """
    agent = _agent(tmp_path, body)

    async def run() -> list[Episode]:
        first = await agent.run(SAMPLE, EpisodeJob(trial=0))
        await asyncio.sleep(0.2)
        second = await agent.run(SAMPLE, EpisodeJob(trial=1))
        await agent.aclose()
        return [first, second]

    first, second = asyncio.run(run())
    assert [len(one.steps) for one in (first, second)] == [1, 1]
    assert _pid(first) != _pid(second)


def test_no_more_processes_than_workers(tmp_path: Path) -> None:
    body = f"""
    for request in requests():
        say(type="step", action={{}}, result={{"ok": True, "summary": str(os.getpid())}})
        time.sleep(0.03)
        {END}
    """
    agent = _agent(tmp_path, body, workers=2)
    plan = BatchPlan("r-1", (SAMPLE,), (), "", trials=8, concurrency=8)

    async def run() -> tuple[Episode, ...]:
        try:
            return await run_batch(agent, plan)
        finally:
            await agent.aclose()

    found = asyncio.run(run())
    assert [outcome(one).terminal for one in found] == ["completed"] * 8
    assert len({_pid(one) for one in found}) == 2


def test_cancelling_kills_the_group_before_it_returns(tmp_path: Path) -> None:
    body = """
    import subprocess
    other = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(60)"])
    open("pids", "w").write(f"{os.getpid()} {other.pid}")
    os.rename("pids", "ready")
    time.sleep(60)
    """
    agent = _agent(tmp_path, body)

    async def run() -> None:
        task = asyncio.ensure_future(agent.run(SAMPLE, EpisodeJob()))
        while not (tmp_path / "ready").exists():
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(run())
    own, other = map(int, (tmp_path / "ready").read_text().split())
    assert not _is_running(own), "killed and reaped"
    assert _ends(other)


def _ends(pid: int) -> bool:
    deadline = time.monotonic() + 5.0
    while time.monotonic() < deadline:
        try:
            state = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":  # waits for whoever inherited it
            return True
        time.sleep(0.01)
    return False


def test_closing_ends_what_is_under_way(tmp_path: Path) -> None:
    agent = _agent(tmp_path, READ + "open('ready', 'w').close()\ntime.sleep(60)")

    async def run() -> Episode:
        task = asyncio.ensure_future(agent.run(SAMPLE, EpisodeJob()))
        while not (tmp_path / "ready").exists():
            await asyncio.sleep(0.01)
        await agent.aclose()
        return await task

    assert "killed by SIGKILL" in outcome(asyncio.run(run())).error


def test_one_that_cannot_be_started_is_the_outcome(tmp_path: Path) -> None:
    agent = CommandAgent(parts(), ["no-such-program"], tmp_path)
    assert outcome(play(agent)).error.startswith("start: 'no-such-program' cannot be started")


class Full:
    """A sink without room after the header."""

    def write(self, event: Event) -> None:
        """Refuse what comes after the header."""
        if event.type != "episode":
            raise OSError("no space left")


def test_a_full_disk_leaves_no_process(tmp_path: Path) -> None:
    agent = _agent(tmp_path, "open('pid', 'w').write(str(os.getpid()))\n" + GOOD)

    async def run() -> None:
        with pytest.raises(SinkError):
            await agent.run(SAMPLE, EpisodeJob(), Full())

    asyncio.run(run())
    pid = int((tmp_path / "pid").read_text())
    if _is_running(pid):  # the outcome is what could not be written: the process behaved, and waits
        asyncio.run(agent.aclose())
    assert not _is_running(pid)
