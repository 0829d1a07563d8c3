"""`ace tutor`: a person, or a pipe, as the student."""

import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from runtime.contracts.json_types import JsonObject
from runtime.traces.read_events import read_episodes
from tests.chat_server import Answer, chat_server, completion
from tests.conftest import Ran

SIMULATED = ("--controller", "simulated")
AUTHORED = ("tutor", "--sample", "chest-xr.pattern", *SIMULATED)
PROBE = '{"action":"ASK_PROBE","text":"What do you \\u001b[31msee?"}'


def _piped(command: list[str], folder: Path, typed: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=folder, input=typed, text=True, capture_output=True, timeout=60, check=False, env=_environment()
    )


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3]), "PYTHONUNBUFFERED": "1"}


def _trace(text: str) -> Path:
    return Path(next(line for line in text.splitlines() if line.startswith("Trace: ")).removeprefix("Trace: "))


def test_a_piped_session_in_a_repository_can_be_shown_and_traced(
    starter: Path, ace_executable: list[str], ace: Callable[..., Ran]
) -> None:
    ran = _piped([*ace_executable, *AUTHORED], starter, "white\n/why\nB\n/quit\n")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("Education, not medical advice.")
    assert "you> white" in ran.stdout
    assert "tutor" in ran.stdout
    assert "gate fixed: allow" in ran.stdout
    assert "`gates` in ace.yaml" in " ".join(ran.stdout.split())
    assert "image.png (open it beside this window)" in ran.stdout
    path = _trace(ran.stdout)
    assert path.is_file()
    run = path.parent.name
    (episode,) = read_episodes(path).episodes
    assert "tools.retrieve-before-web" in episode.header.rules
    shown = ace("show", episode.header.episode, "-C", str(starter))
    assert shown.code == 0
    assert "student    (none) white" not in shown.out
    assert "end: responded" in shown.out
    assert ace("show", run, "-C", str(starter)).code == 0
    assert run not in ace("status", "-C", str(starter)).out
    assert (path.parent / "image.png").is_file()
    replayed = ace("replay", episode.header.episode, "-C", str(starter))
    assert replayed.code == 0, replayed.out


def test_the_help_says_which_gates_act(ace: Callable[..., Ran]) -> None:
    shown = " ".join(ace("tutor", "--help").out.split())
    assert "With a person every gate acts" in shown
    assert "`gates` in ace.yaml" in shown


def test_outside_a_repository_with_a_file_of_ones_own(tmp_path: Path, ace_executable: list[str]) -> None:
    import numpy as np

    from runtime.images.load_image import encode_png

    (tmp_path / "mine.png").write_bytes(encode_png(np.full((64, 64), 90, dtype=np.uint8)))
    own = ("mine.png", "--question", "What is it?", "--option", "A) Fat", "--option", "B) Water", "--answer", "b")
    command = [*ace_executable, "tutor", *own, *SIMULATED, "--trace-folder", "traces", "--transcript", "talk.txt"]
    ran = _piped(command, tmp_path, "grey\nA\n")
    assert ran.returncode == 0, ran.stderr
    assert "A) Fat" in ran.stdout
    path = _trace(ran.stdout)
    (episode,) = read_episodes(tmp_path / path).episodes
    assert episode.outcome is not None
    assert episode.outcome.terminal == "responded"
    assert episode.header.image.startswith("artifact://sha256/")
    talk = (tmp_path / "talk.txt").read_text(encoding="utf-8")
    assert talk.split() == ran.stdout.split(), "the file may be wrapped at another width"


def test_json_lines_are_for_programs(tmp_path: Path, ace_executable: list[str]) -> None:
    ran = _piped([*ace_executable, *AUTHORED, "--json-lines", "--trace-folder", "t"], tmp_path, "white\nC\nC\n")
    events = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [events[0]["event"], events[-1]["event"]] == ["start", "end"]
    assert {"tutor", "student"} <= {event["event"] for event in events}
    assert Path(tmp_path / events[-1]["trace"]).is_file()


def test_escape_codes_of_a_model_do_not_reach_the_terminal(tmp_path: Path, ace_executable: list[str]) -> None:
    with chat_server(lambda request, number: completion(PROBE)) as server:
        model = ("--base-url", server.base_url, "--model", "fake", "--trace-folder", "t")
        ran = _piped([*ace_executable, "tutor", "--question", "Why?", *model], tmp_path, "hm\n")
    assert ran.returncode == 0, ran.stderr
    assert "\x1b" not in ran.stdout
    assert "tutor> What do you \\x1b[31msee?" in ran.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("tutor", *SIMULATED), 1, "what is to be learned?"),
        (("tutor", "--sample", "no.such", *SIMULATED), 1, "no sample or case 'no.such'"),
        (("tutor", "no.png", "--question", "Why?", "--option", "a", "--option", "b", *SIMULATED), 1, "no such file"),
        (("tutor", "--question", "Why?", *SIMULATED), 1, "simulated controller knows no medicine"),
        (("tutor", "--question", "Why?"), 1, "no controller is configured"),
        (("tutor", "--level", "genius"), 64, "genius"),
        (("tutor", "--sample", "chest-xr.pattern", "--question", "Why?", *SIMULATED), 1, "brings its own image"),
        (("tutor", "-C", "nowhere", "--question", "Why?", *SIMULATED), 1, "no such folder"),
    ],
)
def test_what_cannot_work_is_one_message(
    arguments: tuple[str, ...], code: int, message: str, tmp_path: Path, ace: Callable[..., Ran]
) -> None:
    command, *rest = arguments
    ran = ace(command, "-C", str(tmp_path), "--trace-folder", str(tmp_path / "t"), *rest)
    assert ran.code == code
    assert message in ran.err
    assert "Traceback" not in ran.err


def test_an_interrupt_while_typing_ends_the_session_and_keeps_its_trace(
    tmp_path: Path, ace_executable: list[str]
) -> None:
    command = [*ace_executable, *AUTHORED, "--trace-folder", str(tmp_path / "t")]
    process = subprocess.Popen(
        command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=_environment()
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("white\n")
    process.stdin.flush()
    seen = ""
    while "\ntutor" not in seen:
        seen += process.stdout.readline()
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=30)
    assert process.returncode == 0
    assert "The session is over." in rest
    (episode,) = read_episodes(_trace(rest)).episodes
    assert episode.outcome is not None
    assert episode.outcome.terminal == "responded"


def test_an_interrupt_while_the_model_thinks_ends_the_session_and_keeps_its_trace(
    tmp_path: Path, ace_executable: list[str]
) -> None:
    asked: list[int] = []
    gone = threading.Event()

    def slow(request: JsonObject, number: int) -> Answer:
        asked.append(number)
        gone.wait(20)
        return completion(PROBE)

    with chat_server(slow) as server:
        model = ("--base-url", server.base_url, "--model", "fake", "--trace-folder", str(tmp_path / "t"))
        process = subprocess.Popen(
            [*ace_executable, "tutor", "--question", "Why?", *model],
            cwd=tmp_path,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=_environment(),
        )
        assert process.stdin is not None
        process.stdin.write("white\n")
        process.stdin.flush()
        deadline = time.monotonic() + 30
        while not asked and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        gone.set()
    assert process.returncode == 130, err
    assert "Interrupted; what happened is kept." in out
    assert "Traceback" not in err
    (episode,) = read_episodes(_trace(out)).episodes
    assert episode.outcome is not None
    assert episode.outcome.terminal == "infrastructure_error"
    assert "interrupted by the person" in episode.outcome.error
