"""The real path, end to end: a repository with a hostile run in it, a server that plays tutor and captured curator."""

import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from ace.commands.propose import ANY_VERDICT
from ace.session import open_session
from runtime.contracts.errors import RuntimeFault
from runtime.contracts.json_types import JsonObject, as_object
from runtime.rules.load_reviewed import injectable
from runtime.rules.render_rules import render_rules
from tests.ace.building import commit_all, git, starter_repository
from tests.chat_server import Answer, ChatServer, chat_server, completion
from tests.conftest import Ran, run_ace
from tests.hostile.strangers import CALM, FILE_NAME, GULLIBLE, HURRIED, LOUD, NOTE, SKIPPING, case_file, play_tutor

# What each hostile run repeats. One run a kind, beside three cases that go well.
KINDS = {HURRIED: "taught_without_looking", LOUD: "taught_without_looking", SKIPPING: "hint_level_skipped"}
PLAIN = "plain"
CONFIG = """\
schema: 1
agent: tutor
playbook: playbooks/tutor
branch: main
samples: [samples]
knowledge: [notes]
controller: {{kind: openai, base_url: '{url}', model: captured, structured_output: json_object_schema, retries: 0}}
curator: {{kind: model, attempts: 1, drafts: 20}}
run: {{seed: 0, concurrency: 4}}
gate: {{trials: 1, sealed: false}}
review: {{open: [{verdicts}]}}
"""
Curator = Callable[[JsonObject], JsonObject]


@dataclass(frozen=True)
class Outcome:
    """What became of a hostile input.

    `rendered`: each rules text a model was sent, or would be sent in the next run. `branches`: all that stands on
    branches ace/p/*. `refusals`: what ACE said against it. `shown`: what a reviewer's commands wrote, by command.
    """

    rendered: tuple[str, ...] = ()
    branches: tuple[str, ...] = ()
    refusals: tuple[str, ...] = ()
    shown: Mapping[str, str] = field(default_factory=dict)

    def without_branches(self) -> "Outcome":
        """Return the same without what stands on branches, where a stranger made those."""
        return replace(self, branches=())


def together(**outcomes: Outcome) -> Outcome:
    """Return one outcome of several commands; each refusal and output says of which."""
    return Outcome(
        rendered=tuple(text for each in outcomes.values() for text in each.rendered),
        branches=tuple(text for each in outcomes.values() for text in each.branches),
        refusals=tuple(f"{name}: {text}" for name, each in outcomes.items() for text in each.refusals),
        shown={f"{name} {key}": text for name, each in outcomes.items() for key, text in each.shown.items()},
    )


def nothing(_: JsonObject) -> JsonObject:
    """Answer for a curator that proposes no change."""
    return {"op": "none"}


class Stage:
    """One server for the session; repositories are copies of one in which the hostile run has been made.

    A run is made when a repository of its kind is first asked for.
    """

    def __init__(self, server: ChatServer, captured: "Captured", scratch: Path) -> None:
        self.server, self.captured, self._scratch = server, captured, scratch
        self._copies = 0
        self._shared: dict[str, Path] = {}

    def repository(self, kind: str = HURRIED) -> Path:
        """Return a fresh copy of the repository with the run of `kind` samples."""
        if not (self._scratch / kind).exists():
            self._run_hostile(kind)
        self._copies += 1
        return Path(shutil.copytree(self._scratch / kind, self._scratch / f"copy-{self._copies}", symlinks=True))

    def _run_hostile(self, kind: str) -> None:
        """Run the samples of a kind beside three that go well, in a copy of the plain repository."""
        repo = Path(shutil.copytree(self._scratch / PLAIN, self._scratch / kind))
        names = [f"hostile.{kind}-{n}~novice" for n in range(4)] + [f"hostile.{CALM}-{n}~novice" for n in range(3)]
        ran = run_ace("run", "-C", str(repo), "--json", "--quiet", *(f"--sample={name}" for name in names))
        assert ran.code == 0, ran.err

    def shared(self, kind: str = HURRIED) -> Path:
        """Return a copy that others have used and that holds no proposal: refused drafts leave nothing behind."""
        if kind not in self._shared or proposed_text(self._shared[kind]):
            self._shared[kind] = self.repository(kind)
        return self._shared[kind]

    def propose(self, repo: Path, curator: Curator, *options: str) -> Outcome:
        """Return what `ace propose` makes of the run when the curator answers as `curator` says."""
        start = len(self.server.requests)
        self.captured.answer = curator
        ran = run_ace("propose", "-C", str(repo), "--json", "--quiet", *options)
        assert ran.out.startswith("{") or ran.code, (ran.out, ran.err)
        return outcome(repo, ran, [] if ran.code else _refusals(ran.json), self.server.requests[start:])

    def command(self, repo: Path, *arguments: str) -> Outcome:
        """Return what another command makes of the repository."""
        start = len(self.server.requests)
        ran = run_ace(*arguments, "-C", str(repo))
        return outcome(repo, ran, [], self.server.requests[start:])


@dataclass
class Captured:
    """The curator a stranger has taken over: `answer` says what it says of a cluster."""

    answer: Curator = nothing

    def reply(self, request: JsonObject, _: int) -> Answer:
        """Answer one request, as the curator or as the tutor."""
        if "Is the reply rude" in str(objects(request["messages"])[0]["content"]):
            return completion(GULLIBLE)
        if not is_curator(request):
            return play_tutor(request)
        return completion(json.dumps(self.answer(data_block(request)), ensure_ascii=False))


def is_curator(request: JsonObject) -> bool:
    """Return True for a request that asks the curator."""
    return "You maintain the rules" in str(objects(request["messages"])[0]["content"])


def data_block(request: JsonObject) -> JsonObject:
    """Return the curator's data: the JSON between the two lines that mark it. Raises: where that is no JSON object."""
    lines = str(objects(request["messages"])[1]["content"]).split("\n")
    begins = [number for number, line in enumerate(lines) if line.startswith("BEGIN DATA")]
    ends = [number for number, line in enumerate(lines) if line.startswith("END DATA")]
    assert len(begins) == len(ends) == 1, "the block begins and ends once"
    return as_object(json.loads("\n".join(lines[begins[0] + 1 : ends[0]])))


@contextmanager
def open_stage(folder: Path) -> Iterator[Stage]:
    """Serve, and make the repository that the samples are run in: their traces hold what strangers wrote."""
    captured = Captured()
    with chat_server(captured.reply) as server:
        plain = starter_repository(folder / PLAIN)
        write(plain, "ace.yaml", CONFIG.format(url=server.base_url, verdicts=", ".join(map(json.dumps, ANY_VERDICT))))
        write(plain, "samples/tutor/hostile.yaml", case_file())
        write(plain, FILE_NAME, NOTE)
        commit_all(plain, "Add samples and notes")
        # Copies are of few files: creating them is what takes the time.
        git(plain, "repack", "-a", "-d", "-q")
        shutil.rmtree(plain / ".git/hooks")
        yield Stage(server, captured, folder)


def write(repo: Path, name: str, text: str) -> None:
    """Write a file of the repository."""
    path = repo / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def outcome(repo: Path, ran: Ran, refusals: list[str], requests: list[JsonObject]) -> Outcome:
    """Return what can be seen of a repository after a command, and of what models were sent meanwhile."""
    said = [*refusals, *([f"{ran.err}{'' if ran.out.startswith('{') else ran.out}"] if ran.code else [])]
    return Outcome(
        rendered=(*sent_systems(requests), reviewed_text(repo)),
        branches=proposed_text(repo),
        refusals=tuple(said),
        shown={"stdout": ran.out, "stderr": ran.err},
    )


def sent_systems(requests: list[JsonObject]) -> tuple[str, ...]:
    """Return the instructions, rules included, that tutor and solver were sent."""
    asked = [request for request in requests if not is_curator(request)]
    return tuple(sorted({str(objects(request["messages"])[0]["content"]) for request in asked}))


def reviewed_text(repo: Path) -> str:
    """Return the rules of the reviewed branch as the next run would inject them; empty when it would refuse to."""
    # Git is asked once a commit: most inputs leave the branch where it was, and starting git is what takes the time.
    return _rules_at(repo, (repo / ".git/refs/heads/main").read_text().strip(), _REVIEWED)


_REVIEWED: dict[str, str] = {}


def _rules_at(repo: Path, commit: str, known: dict[str, str]) -> str:
    if commit not in known:
        session = open_session(repo, {}, {})
        try:
            rules = injectable(session.playbook(), "tutor")
            known[commit] = render_rules(rules, session.settings.budgets.rules_tokens).text
        except RuntimeFault:
            known[commit] = ""
    return known[commit]


def proposed_text(repo: Path) -> tuple[str, ...]:
    """Return message and files of every branch that ACE made."""
    if not (repo / ".git/refs/heads/ace").exists():
        return ()
    names = git(repo, "for-each-ref", "--format=%(refname)", "refs/heads/ace").split()
    return tuple(git(repo, "show", "--format=%B", "--text", "-p", name) for name in names)


def objects(value: object) -> list[JsonObject]:
    """Return a JSON list of objects."""
    assert isinstance(value, list)
    return [as_object(item) for item in value]


def _refusals(proposed: JsonObject) -> list[str]:
    found = [str(item["reason"]) for item in objects(proposed["refused"])]
    for draft in objects(proposed["drafts"]):
        found += [f"{check['name']}: {check['detail']}" for check in objects(draft["checks"]) if not check["ok"]]
    return found
