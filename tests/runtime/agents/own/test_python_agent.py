"""Agents that are Python functions, in every form, and with everything one can do wrong."""

import asyncio
import itertools
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from runtime.agents.own.python_agent import PythonAgent
from runtime.contracts.errors import RuntimeFault
from runtime.contracts.ports import EpisodeJob
from runtime.contracts.trace_event import Episode
from tests.runtime.agents.own.own_building import FIRST_LOOK, SAMPLE, outcome, parts, play

_NUMBERS = itertools.count()


@pytest.fixture(autouse=True)
def _imports() -> Iterator[None]:
    """Leave the import path as it was."""
    path = list(sys.path)
    yield
    sys.path[:] = path


def _agent(folder: Path, body: str, timeout_s: float = 10.0, name: str = "run") -> PythonAgent:
    module = f"own_python_{next(_NUMBERS)}"
    (folder / f"{module}.py").write_text(textwrap.dedent(body))
    return PythonAgent(parts(timeout_s), f"{module}:{name}", folder)


FORMS = {
    "a whole episode": """
        def run(request):
            return {"steps": [{"action": {"name": "lookup_order"}, "result": {"ok": True}}], "end": {"success": True}}
    """,
    "a list": """
        def run(request):
            return [{"type": "step", "action": {"name": "lookup_order"}, "result": {"ok": True}},
                    {"type": "end", "success": True}]
    """,
    "yields": """
        def run(request):
            yield {"type": "step", "action": {"name": "lookup_order"}, "result": {"ok": True}}
            yield {"type": "end", "success": True}
    """,
    "yields, async": """
        import asyncio
        async def run(request):
            await asyncio.sleep(0)
            yield {"type": "step", "action": {"name": "lookup_order"}, "result": {"ok": True}}
            yield {"type": "end", "success": True}
    """,
    "async": """
        import asyncio
        async def run(request, propose):
            await asyncio.sleep(0)
            assert propose({"name": "lookup_order"})["decision"] == "allow"
            return {"steps": [{"action": {"name": "lookup_order"}, "result": {"ok": True}}], "end": {"success": True}}
    """,
}


@pytest.mark.parametrize("body", FORMS.values(), ids=FORMS)
def test_every_form_gives_the_same_episode(tmp_path: Path, body: str) -> None:
    episode = play(_agent(tmp_path, body))
    assert outcome(episode).error == ""
    assert outcome(episode).scores == {"success": 1.0}
    assert [(step.proposed or {})["tool"] for step in episode.steps] == ["lookup_order"]


def test_a_class_is_made_once(tmp_path: Path) -> None:
    body = """
        class Agent:
            def __init__(self):
                self.played = 0
            def run(self, request):
                self.played += 1
                return {"type": "end", "success": True, "message": str(self.played)}
    """
    agent = _agent(tmp_path, body, name="Agent")
    assert [outcome(play(agent)).message for _ in range(2)] == ["1", "2"]


def test_gates_answer_what_is_proposed(tmp_path: Path) -> None:
    body = """
        def run(request, propose):
            verdict = propose({"name": "REFUND"}, {"labels": ["a"]})
            yield {"type": "step", "action": {"name": verdict["instead"]}, "result": {"ok": True}}
            verdict = propose({"name": "REFUND"})
            yield {"type": "step", "action": {"name": "REFUND"}}
            yield {"type": "end", "answer": {"decision": "refund"}, "message": verdict["decision"]}
    """
    episode = play(_agent(tmp_path, body), [FIRST_LOOK])
    assert outcome(episode).message == "allow"
    assert outcome(episode).scores == {"success": 1.0}
    assert [step.taken is None for step in episode.steps] == [True, False, False]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("def run(request): raise ValueError('no model')", "agent: ValueError: no model"),
        ("def run(request): raise SystemExit(3)", "agent: SystemExit: 3"),
        ("def run(request): raise GeneratorExit", "agent: GeneratorExit"),
        ("def run(request): raise StopIteration", "agent: StopIteration"),
        ("def run(request): raise TimeoutError('slow')", "agent: TimeoutError: slow"),
        ("def run(request): return run(request)", "agent: RecursionError"),
        ("async def run(request): raise GeneratorExit", "agent: GeneratorExit"),
        ("def run(request): return None", "protocol: the function gave NoneType"),
        ("def run(request): return 'end'", "protocol: the function gave str"),
        ("def run(request): return []", "protocol: its output ended without"),
        ("def run(request): return {}", "protocol: a reply without an ending"),
        ("def run(request): return {'end': {}, 'steps': 3}", "protocol: reply, field 'steps'"),
        ("def run(request): yield 3", "protocol: JSON, but not an object"),
        ("def run(request): yield {'type': 'step', 'action': {1, 2}}", "JSON cannot hold"),
        ("def run(request): yield {'type': 'step', 'action': {'amount': float('nan')}}", "JSON cannot hold"),
        ("def run(request): yield {'type': 'end', 'success': True}; yield {'type': 'end'}", "output after the `end`"),
        ("def run(request, propose): propose(3)", "protocol: propose line, field 'action'"),
        ("def run(request, propose): propose({'amout': 3})", "`action.amount`"),
        ("async def run(request): return run(request)", "must be awaited once"),
        ("def run(request): return [{'type': 'error', 'message': 'no model'}]", "agent: it says: no model"),
        (
            "def run(request):\n    x = []\n    x.append(x)\n    yield {'type': 'step', 'action': {'name': x}}",
            "JSON cannot hold",
        ),
    ],
)
def test_what_it_does_wrong_is_the_outcome(tmp_path: Path, body: str, says: str) -> None:
    episode = play(_agent(tmp_path, body))
    assert episode.is_infrastructure_error
    assert says in outcome(episode).error


def test_one_that_hangs_is_left_behind(tmp_path: Path) -> None:
    body = """
        import threading
        go_on, seen = threading.Event(), []
        def run(request, propose):
            yield {"type": "step", "action": {"name": "lookup_order"}}
            go_on.wait(30)
            try:
                propose({"name": "REFUND"})
            except BaseException as exc:
                seen.append(type(exc).__name__)
                raise
    """
    agent = _agent(tmp_path, body, timeout_s=0.1)
    started = time.monotonic()
    episode = play(agent)
    assert time.monotonic() - started < 2.0
    assert outcome(episode).error.startswith("timeout: the function did not come back within 0.1 s")
    assert len(episode.steps) == 1
    module = sys.modules[f"own_python_{next(_NUMBERS) - 1}"]
    module.go_on.set()
    deadline = time.monotonic() + 2.0
    while not module.seen and time.monotonic() < deadline:
        time.sleep(0.01)
    assert module.seen == ["EpisodeOverError"], "what it still says is not heard, and tells it so"


def test_cancelling_goes_on_without_it(tmp_path: Path) -> None:
    body = """
        import threading
        started, go_on = threading.Event(), threading.Event()
        def run(request):
            started.set()
            go_on.wait(30)
            return []
    """
    agent = _agent(tmp_path, body)
    module = sys.modules[f"own_python_{next(_NUMBERS) - 1}"]

    async def run() -> None:
        task = asyncio.ensure_future(agent.run(SAMPLE, EpisodeJob()))
        while not module.started.is_set():
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(run())
    module.go_on.set()


def test_episodes_run_at_once(tmp_path: Path) -> None:
    body = """
        import threading
        both = threading.Barrier(2, timeout=5)
        def run(request):
            both.wait()
            return {"end": {"success": True}}
    """
    agent = _agent(tmp_path, body)

    async def run() -> list[Episode]:
        return await asyncio.gather(*(agent.run(SAMPLE, EpisodeJob(trial=trial)) for trial in range(2)))

    assert [outcome(one).scores for one in asyncio.run(run())] == [{"success": 1.0}] * 2
    assert threading.active_count() < 50


def test_what_it_prints_goes_to_stderr(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(_agent(tmp_path, "def run(request):\n    print('hello')\n    return {'end': {'success': True}}"))
    assert capsys.readouterr() == ("", "hello\n")


def test_an_agent_that_cannot_be_imported_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(RuntimeFault, match="there is no module own_nowhere"):
        PythonAgent(parts(), "own_nowhere:run", tmp_path)
