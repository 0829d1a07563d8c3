"""A session with a person from the first word to the kept trace, under a simulated tutor and under a model's server."""

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from ace.errors import AceError
from ace.runs.run_record import events_path, load_run
from ace.tutor.own_case import Asked
from ace.tutor.place import Place, open_place
from ace.tutor.run_session import DISCLAIMER, Finished, run_session
from runtime.artifacts.store import FileArtifactStore
from runtime.contracts.errors import ModelUnavailableError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import Episode
from runtime.loop.replay import replay_episode
from runtime.loop.replay_setup import load_sample
from runtime.loop.run_episode import TutorAgent
from runtime.models.scripted import Scripted
from runtime.traces.read_events import read_episodes
from tests.ace.tutor.test_person import Lines
from tests.chat_server import Answer, chat_server, completion

SIMULATED = {"controller.kind": "simulated"}
SAMPLE = Asked(sample="chest-xr.pattern")
OWN = Asked(
    image="phantom:line-pairs",
    question="What limits the finest lines one can see?",
    options=("A) Pixel size", "B) Patient age"),
    answer="A",
)
FREE = Asked(image="phantom:line-pairs", question="What limits the finest lines one can see?", answer="pixel size")
SOLVED: JsonObject = {"status": "answer", "confidence": 0.7, "citations": ["call-1"]}
PROBE: JsonObject = {"action": "ASK_PROBE", "text": "What do you notice about the edges?"}


def _play(place: Place, asked: Asked, *lines: str, turns: int = 20) -> tuple[Finished, Lines]:
    screen = Lines(*lines)
    return run_session(place, asked, screen, turns), screen


def _place(folder: Path, flags: Mapping[str, object] = SIMULATED) -> Place:
    return open_place(folder, {}, flags, folder / "traces")


def _model(actions: list[JsonObject]) -> Callable[[JsonObject, int], Answer]:
    def answer(request: JsonObject, number: int) -> Answer:
        return completion(json.dumps(actions[min(number, len(actions)) - 1]))

    return answer


def _server_flags(base_url: str) -> dict[str, object]:
    return {"controller.kind": "openai", "controller.base_url": base_url, "controller.model": "fake"}


def _ended(finished: Finished) -> Episode:
    assert finished.episode is not None
    assert finished.episode.outcome is not None
    return finished.episode


def test_a_session_to_the_answer_and_its_trace(tmp_path: Path) -> None:
    place = _place(tmp_path)
    finished, screen = _play(place, SAMPLE, "it is white", *["C"] * 12)
    episode = _ended(finished)
    assert finished.code == 0
    assert DISCLAIMER in screen.notes[0].text
    assert "simulated" in screen.notes[0].text
    assert any(note.kind == "tool" for note in screen.notes)
    assert screen.notes[-1].kind == "end"
    assert str(events_path(place.folder)) in screen.notes[-1].text
    (kept,) = read_episodes(events_path(place.folder)).episodes
    assert kept.header.episode == episode.header.episode
    assert [step.state_after for step in kept.steps] == [step.state_after for step in episode.steps]
    assert kept.outcome is not None
    assert kept.outcome.terminal == "answered"
    assert not kept.header.student_simulated
    turns = [step.student for step in kept.steps if step.student is not None]
    assert turns[0].choice == "C"
    assert not turns[0].simulated
    assert load_run(place.folder).record.samples == ("chest-xr.pattern~novice",)


def test_with_a_person_every_gate_acts(tmp_path: Path) -> None:
    web: JsonObject = {"action": "REQUEST_TOOL", "tool": "web_browser", "arguments": {"query": "line pairs"}}
    naming: JsonObject = {"action": "ASK_PROBE", "text": "Is it the pixel size, or the patient age?"}
    skipping: JsonObject = {"action": "HINT", "hint_level": 3, "text": "Think of the squares."}
    with chat_server(_model([web, naming, skipping, PROBE])) as server:
        finished, _ = _play(_place(tmp_path, _server_flags(server.base_url)), OWN, "no idea", "hm", "/quit")
    said = [(record.gate, record.decision) for step in _ended(finished).steps for record in step.gates]
    for gate in ("local_before_web", "observation_first", "hint_escalation"):
        assert (gate, "convert") in said
    assert "observe" not in {decision for _, decision in said}


@pytest.mark.parametrize(
    ("lines", "refused_at"),
    [
        (("My own chest hurts since this morning, what should I take?",), 1),
        (("white", "Is this my mother's knee? She has pain today."), 2),
    ],
    ids=["in the first message", "later"],
)
def test_a_message_about_a_real_person_is_refused_and_referred(
    lines: tuple[str, ...], refused_at: int, tmp_path: Path
) -> None:
    with chat_server(_model([PROBE])) as server:
        finished, screen = _play(_place(tmp_path, _server_flags(server.base_url)), OWN, *lines)
    episode = _ended(finished)
    assert episode.outcome is not None
    assert (episode.outcome.terminal, len(episode.steps)) == ("refused", refused_at)
    assert "emergency services" in screen.notes[-2].text
    assert episode.header.context["unsafe_request"] is (refused_at == 1)


@pytest.mark.parametrize("lines", [("white",), ("white", "/quit"), ("white", "B", "/quit")])
def test_leaving_ends_the_episode_with_a_name(lines: tuple[str, ...], tmp_path: Path) -> None:
    finished, screen = _play(_place(tmp_path), SAMPLE, *lines)
    episode = _ended(finished)
    assert episode.outcome is not None
    assert episode.outcome.terminal == "responded"
    assert episode.steps[-1].student is not None
    assert episode.steps[-1].student.left
    assert "The session is over." in screen.notes[-1].text


@pytest.mark.parametrize("lines", [(), ("/quit",), ("/help", "")])
def test_leaving_before_the_first_word_records_nothing(lines: tuple[str, ...], tmp_path: Path) -> None:
    place = _place(tmp_path)
    finished, screen = _play(place, SAMPLE, *lines)
    assert finished == Finished(None, 0)
    assert "nothing was recorded" in screen.notes[-1].text
    assert not place.folder.exists()


def test_the_turns_are_limited(tmp_path: Path) -> None:
    finished, _ = _play(_place(tmp_path), SAMPLE, *["no idea"] * 9, turns=2)
    episode = _ended(finished)
    assert sum(step.student is not None for step in episode.steps) == 2
    assert not any(step.student.left for step in episode.steps if step.student)


def test_a_free_question_is_judged_by_its_words_and_the_gate_keeps_the_answer(tmp_path: Path) -> None:
    leaking: JsonObject = {"action": "HINT", "hint_level": 1, "text": "Think of the pixel size."}
    script: list[JsonObject] = [leaking, PROBE, PROBE]
    with chat_server(_model(script)) as server:
        finished, screen = _play(
            _place(tmp_path, _server_flags(server.base_url)),
            FREE,
            "hm",
            "The age of the machine",
            "The pixel size",
            "/quit",
        )
    episode = _ended(finished)
    assert ("leak", "block") in [(record.gate, record.decision) for record in episode.steps[0].gates]
    performances = [step.student.performance for step in episode.steps if step.student is not None]
    assert performances[:2] == ["wrong", "correct"]
    assert "judged by its words" in screen.notes[0].text


def test_an_unknown_answer_is_said_to_be_unguarded_and_every_attempt_counts_as_partial(tmp_path: Path) -> None:
    asked = Asked(question="Why is it dark?")
    with chat_server(_model([PROBE])) as server:
        finished, screen = _play(
            _place(tmp_path, _server_flags(server.base_url)), asked, "hm", "Because of air.", "/quit"
        )
    assert "no gate can keep the tutor from giving it away" in screen.notes[0].text
    turns = [step.student for step in _ended(finished).steps if step.student is not None]
    assert (turns[0].choice, turns[0].performance) == ("", "partial")


def test_the_solver_answers_a_question_without_options(tmp_path: Path) -> None:
    look: JsonObject = {"action": "REQUEST_TOOL", "tool": "image_findings", "arguments": {}}
    reveal: JsonObject = {"action": "REVEAL_ANSWER"}
    solved: JsonObject = {
        "status": "answer",
        "answer": "the pixel size",
        "text": "The pixels are as wide as the lines.",
        "confidence": 0.7,
        "citations": ["call-1"],
    }
    with chat_server(_model([look, PROBE, reveal, solved])) as server:
        finished, screen = _play(_place(tmp_path, _server_flags(server.base_url)), FREE, "hm", "pixel size", "x")
    episode = _ended(finished)
    assert episode.outcome is not None
    assert episode.outcome.terminal == "answered"
    assert episode.outcome.answer["answer"] == "the pixel size"
    assert screen.notes[-2].text == "The pixels are as wide as the lines."


def test_a_model_that_fails_in_the_middle_ends_the_session_and_keeps_the_trace(tmp_path: Path) -> None:
    def answer(request: JsonObject, number: int) -> Answer:
        return completion(json.dumps(PROBE)) if number == 1 else Answer("no", status=401)

    with chat_server(answer) as server:
        finished, screen = _play(_place(tmp_path, _server_flags(server.base_url)), OWN, "white", "A", "x")
    episode = _ended(finished)
    assert episode.outcome is not None
    assert episode.outcome.terminal == "infrastructure_error"
    assert len(episode.steps) == 1
    assert "The session ends: " in screen.notes[-1].text
    assert finished.code == 1


def test_a_folder_that_can_keep_nothing_is_said_before_anything_is_typed(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    place = open_place(tmp_path, {}, SIMULATED, tmp_path / "file")
    screen = Lines("B")
    with pytest.raises(
        AceError, match=r"file: the session cannot be kept here \(.*name another folder with --trace-folder"
    ):
        run_session(place, SAMPLE, screen, 20)
    assert screen.notes == []


def test_what_cannot_work_is_said_before_anything_begins(tmp_path: Path) -> None:
    with pytest.raises(AceError, match="simulated controller knows no medicine"):
        _play(_place(tmp_path), FREE, "x")
    with pytest.raises(ModelUnavailableError):
        _play(_place(tmp_path, _server_flags("http://127.0.0.1:9/v1")), OWN, "x")
    assert not (tmp_path / "traces").exists() or not list((tmp_path / "traces").glob("r-*"))


def test_a_first_message_that_names_an_option_is_graded_and_replays_alike(tmp_path: Path) -> None:
    look: JsonObject = {"action": "REQUEST_TOOL", "tool": "image_findings", "arguments": {}}
    wrong: JsonObject = {**SOLVED, "answer": "B", "text": "It is B: Patient age."}
    with chat_server(_model([look, {"action": "REVEAL_ANSWER"}, wrong])) as server:
        place = _place(tmp_path, _server_flags(server.base_url))
        finished, screen = _play(place, OWN, "A")
    episode = _ended(finished)
    assert episode.header.initial["student"]["attempts"] == 1  # type: ignore[index]
    assert episode.outcome is not None
    assert episode.outcome.scores["learned"] == 1.0
    assert episode.outcome.scores["answer_correct"] == 0.0
    assert episode.outcome.answer["answer"] == "B"
    said = [note.text for note in screen.notes]
    assert not any("It is B" in text for text in said)
    assert any(text.startswith("The right option is A) Pixel size; the tutor's own answer was B.") for text in said)
    agent = place.session.build_agent(Scripted(()))
    assert isinstance(agent, TutorAgent)
    parts = replace(agent.parts, artifacts=FileArtifactStore(place.session.workspace.artifacts))
    (kept,) = read_episodes(events_path(place.folder)).episodes
    case = load_sample(kept.header.sample_sha256, parts.artifacts)
    report = asyncio.run(replay_episode(kept, case, place.rules, parts))
    assert report.is_identical, report


def test_a_call_that_needs_approval_is_asked_at_the_screen_and_the_session_goes_on(tmp_path: Path) -> None:
    zoom: JsonObject = {"action": "REQUEST_TOOL", "tool": "zoom", "arguments": {"box": [0, 0, 1, 1]}}
    flags = {"control.tools": {"zoom": "ask"}}
    look: JsonObject = {"action": "REQUEST_TOOL", "tool": "image_findings", "arguments": {}}
    with chat_server(_model([look, zoom, PROBE])) as server:
        place = _place(tmp_path, {**_server_flags(server.base_url), **flags})
        finished, screen = _play(place, OWN, "white", "n", "grey", "/quit")
    episode = _ended(finished)
    assert [step.card.error_class for step in episode.steps if step.card] == [None, "permission_denied"]
    assert [step.student.text for step in episode.steps if step.student][:1] == ["grey"]
    assert any(note.text == 'zoom wants {"box":[0,0,1,1]}. Allow? [y/N]' for note in screen.notes)
    assert episode.outcome is not None
    assert episode.outcome.terminal == "responded"
    assert not list(tmp_path.rglob("p-*.json"))
