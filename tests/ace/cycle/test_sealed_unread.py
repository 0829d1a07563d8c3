"""While drafting no sample file is open to the curator: they are read once every draft is written."""

import json
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

from ace.curator.heuristic import draft_heuristically
from ace.cycle.analyze_run import analyze
from ace.cycle.draft_changes import Drafted, check_input, checker, curator_input, draft_changes
from ace.cycle.run_samples import RunRequest, run_samples
from ace.session import Session
from runtime.contracts.json_types import JsonObject
from tests.ace.building import small_session, web_episodes
from tests.ace.cycle.test_draft_changes import LOCAL_FIRST, operation
from tests.chat_server import Answer, chat_server, completion


class _Opened:
    """Files opened below a folder, each with the functions it was opened from."""

    def __init__(self) -> None:
        self.folder, self.found, self.asked = "", list[tuple[str, set[str], int]](), list[JsonObject]()

    def hook(self, event: str, arguments: tuple[object, ...]) -> None:
        if event != "open" or not self.folder or not str(arguments[0]).startswith(self.folder):
            return
        names, frame = set[str](), sys._getframe(1)
        here: FrameType | None = frame
        while here is not None:
            names.add(here.f_code.co_name)
            here = here.f_back
        self.found.append((str(arguments[0]), names, len(self.asked)))


_OPENED = _Opened()
# A hook can never be taken out again; without a folder it does nothing.
sys.addaudithook(_OPENED.hook)


@contextmanager
def opened_below(folder: Path, asked: list[JsonObject] | None = None) -> Iterator[list[tuple[str, set[str], int]]]:
    """Yield the files opened below `folder` from now on: path, calling functions, and how much was `asked` before."""
    _OPENED.folder, _OPENED.found, _OPENED.asked = str(folder), [], asked if asked is not None else []
    try:
        yield _OPENED.found
    finally:
        _OPENED.folder = ""


@pytest.fixture
def own_samples(starter: Path) -> Path:
    """The repository with sample files of its own: all held-out cases in a folder of theirs."""
    shipped = Path(__file__).resolve().parents[3] / "samples" / "tutor"
    for name in ("open", "held"):
        shutil.copytree(shipped, starter / name / "tutor")
    return starter


def drafted(session: Session) -> Drafted:
    """Return the drafts of six failures."""
    playbook, episodes = session.playbook(), web_episodes()
    return draft_changes(session, analyze(episodes, playbook.rules, "major"), episodes, playbook)


def test_the_heuristic_curator_has_drafted_before_a_sample_file_is_opened(own_samples: Path) -> None:
    session = small_session(own_samples, samples=("open",))
    with opened_below(own_samples / "open") as found:
        assert drafted(session).drafts
    assert found, "the check against held-out samples reads them"
    assert all("read_sealed" in names for _, names, _ in found)
    assert not any(names & {"draft_heuristically", "check", "curator_input", "check_input"} for _, names, _ in found)


def test_the_model_curator_has_been_asked_everything_before_a_sample_file_is_opened(own_samples: Path) -> None:
    replies = [operation(LOCAL_FIRST, require="false"), operation(LOCAL_FIRST)]

    def answer(request: JsonObject, number: int) -> Answer:
        return completion(replies[number - 1])

    with chat_server(answer) as server:
        model = {"kind": "openai", "base_url": server.base_url, "model": "m"}
        session = small_session(own_samples, samples=("open",), curator__kind="model", curator__model=model)
        sealed = session.samples("sealed")[0]
        with opened_below(own_samples / "open", server.requests) as found:
            assert drafted(session).drafts
        asked = json.dumps(server.requests)
    assert len(server.requests) == 2
    assert found
    assert {number for _, _, number in found} == {2}
    assert all("read_sealed" in names for _, names, _ in found)
    assert not [sample.id for sample in sealed if sample.id in asked]


def test_drafts_and_their_checks_need_no_sample_file_at_all(own_samples: Path) -> None:
    session = small_session(own_samples, samples=("open",))
    playbook, episodes = session.playbook(), web_episodes()
    analysis = analyze(episodes, playbook.rules, "major")
    whole = draft_changes(session, analysis, episodes, playbook)
    shutil.rmtree(own_samples / "open")
    seen = curator_input(session, analysis, episodes, playbook)
    drafts = draft_heuristically(seen).drafts
    check = checker(session, check_input(session, seen, playbook))
    assert [item.draft for item in whole.drafts] == list(drafts)
    for item, draft in zip(whole.drafts, drafts, strict=True):
        assert [one for one in item.checks if one.name != "held-out"] == list(check(draft))


def test_a_folder_of_held_out_samples_stays_closed_until_they_are_asked_for(own_samples: Path) -> None:
    for path in (own_samples / "open" / "tutor").glob("*.yaml"):
        if "split: sealed" in path.read_text():
            path.unlink()
    for path in (own_samples / "held" / "tutor").glob("*.yaml"):
        if "split: sealed" not in path.read_text():
            path.unlink()
    session = small_session(own_samples, samples=("open",), sealed_samples=("held",))
    with opened_below(own_samples / "held") as found:
        assert session.samples("dev", "must_pass")[0]
        assert found == []
        sealed, problems = session.samples("sealed")
    assert found
    assert (problems, {sample.split for sample in sealed}) == ((), {"sealed"})


def test_a_run_opens_no_held_out_folder_while_none_of_it_is_used_up(own_samples: Path) -> None:
    session = small_session(own_samples, samples=("open",), sealed_samples=("held",), run__limit=1)
    with opened_below(own_samples / "held") as found:
        run_samples(session, RunRequest())
    assert found == []
