"""The solver's answer: checked, its citations sorted into real and invented ones."""

import json

import pytest

from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ModelRequest
from runtime.contracts.state import AgentState, Hit
from runtime.loop.solve import NOTHING_GATHERED, NOTHING_SAID, parse_answer, solve
from runtime.state.parse_action import ParseProblem
from runtime.state.transitions import with_retrieval
from tests.runtime.builders import HITS, INSUFFICIENT, SAMPLE, answer, parts, rule, state

LETTERS = ("A", "B", "C", "D")
KNOWN = frozenset({"card-meniscus", "call-1"})
GOOD: JsonObject = {"status": "answer", "answer": "B", "text": "Fluid.", "confidence": 0.9, "citations": ["call-1"]}


def _parse(**changes: object) -> JsonObject | ParseProblem:
    return parse_answer(json.dumps({**GOOD, **changes}), LETTERS, KNOWN)


def test_a_good_answer_is_kept_with_nothing_invented() -> None:
    assert _parse() == {**GOOD, "invented": []}


@pytest.mark.parametrize("raw", [f"```json\n{json.dumps(GOOD)}\n```", f"  {json.dumps(GOOD)}\n"])
def test_a_fence_around_the_answer_does_no_harm(raw: str) -> None:
    assert parse_answer(raw, LETTERS, KNOWN) == {**GOOD, "invented": []}


def test_citations_that_name_no_evidence_are_set_aside() -> None:
    value = _parse(citations=["call-1", "call-9", "call-9", "Smith 2019", 7, None])
    assert isinstance(value, dict)
    assert value["citations"] == ["call-1"]
    assert value["invented"] == ["call-9", "Smith 2019", "7", "None"]


@pytest.mark.parametrize(
    "written",
    ["call-1", " call-1 ", "[call-1]", "[call-1] zoom: a white area", " [call-1]."],
    ids=["id", "spaces", "brackets", "with its text", "with a stop"],
)
def test_a_citation_written_as_the_evidence_shows_it_is_that_citation(written: str) -> None:
    value = _parse(citations=[written, "call-1"])
    assert isinstance(value, dict)
    assert (value["citations"], value["invented"]) == (["call-1"], [])


@pytest.mark.parametrize("written", ["call-1 and more", "[call-9] zoom", "see [call-1]", "[[call-1]]", "[]"])
def test_what_only_looks_like_a_citation_is_invented(written: str) -> None:
    value = _parse(citations=[written])
    assert isinstance(value, dict)
    assert (value["citations"], value["invented"]) == ([], [written])


def test_insufficient_evidence_has_no_letter() -> None:
    value = parse_answer(INSUFFICIENT, LETTERS, KNOWN)
    assert isinstance(value, dict)
    assert (value["status"], value["answer"], value["confidence"]) == ("insufficient_evidence", "", 0.0)
    guessed = _parse(status="insufficient_evidence", answer={"a": [1]})
    assert isinstance(guessed, dict)
    assert guessed["answer"] == ""


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        ("", "empty"),
        ("B", "not JSON"),
        ("[1]", "one JSON object"),
        ("[" * 10_000, "levels deep"),
        (json.dumps({**GOOD, "status": ["answer"]}), "`status` must be"),
        (json.dumps({**GOOD, "status": "sure"}), "`status` must be"),
        (json.dumps({**GOOD, "answer": "E"}), "`answer` must be one of A, B, C, D"),
        (json.dumps({**GOOD, "answer": ["B"]}), "`answer` must be one of"),
        (json.dumps({**GOOD, "confidence": 1.2}), "`confidence`"),
        (json.dumps({**GOOD, "confidence": True}), "`confidence`"),
        (json.dumps({**GOOD, "confidence": "high"}), "`confidence`"),
        (json.dumps({**GOOD, "confidence": float("nan")}), "no finite number"),
        (json.dumps({**GOOD, "citations": "call-1"}), "`citations`"),
        (json.dumps({key: value for key, value in GOOD.items() if key != "confidence"}), "`confidence`"),
        (json.dumps({**GOOD, "text": " \n"}), "`text` must say"),
        (json.dumps({**GOOD, "text": None}), "`text` must say"),
        (json.dumps(GOOD)[:-5], "not JSON"),
    ],
    ids=[
        "empty",
        "prose",
        "list",
        "brackets",
        "status as list",
        "unknown status",
        "no such option",
        "answer as list",
        "over one",
        "bool",
        "words",
        "nan",
        "citations as text",
        "no confidence",
        "no words",
        "null words",
        "cut off",
    ],
)
def test_what_is_no_answer_is_said_so(raw: str, says: str) -> None:
    problem = parse_answer(raw, LETTERS, KNOWN)
    assert isinstance(problem, ParseProblem)
    assert says in problem.message


def test_texts_are_bounded() -> None:
    long = _parse(text="x" * 5000)
    assert isinstance(long, dict)
    assert len(str(long["text"])) == 1200


def test_insufficient_evidence_always_says_something() -> None:
    for text in ("", "  ", None, 7):
        value = _parse(status="insufficient_evidence", text=text)
        assert isinstance(value, dict)
        assert value["text"] == NOTHING_SAID


def _now() -> AgentState:
    return with_retrieval(state(), HITS, "one", 0.5)


async def test_the_solver_is_given_evidence_and_its_own_rules() -> None:
    asked: list[ModelRequest] = []

    def script(request: ModelRequest) -> str:
        asked.append(request)
        return answer("B", "card-meniscus")

    cite = rule("answer.cite", audience="solver", text="Cite a passage.")
    solved = await solve(parts((), script), (cite,), _now(), SAMPLE, 7)
    assert solved.answer is not None
    assert solved.answer["citations"] == ["card-meniscus"]
    assert (asked[0].purpose, asked[0].rules) == ("solve", (cite,))
    assert '"enum": ["card-meniscus"]' in json.dumps(asked[0].schema)
    assert "- [answer.cite] Cite a passage." in asked[0].messages[0].content
    assert "[card-meniscus]" in asked[0].messages[1].content
    assert [attempt.purpose for attempt in solved.attempts] == ["solve"]


async def test_an_unusable_answer_is_asked_for_again_and_then_given_up() -> None:
    solved = await solve(parts((), ("prose", answer("B", "card-meniscus"))), (), _now(), SAMPLE, 7)
    assert solved.answer is not None
    assert [attempt.error_kind for attempt in solved.attempts] == ["malformed", ""]
    given_up = await solve(parts((), ("prose",) * 3), (), _now(), SAMPLE, 7)
    assert given_up.answer is None
    assert len(given_up.attempts) == 3


CITED, UNCITED, INVENTED = answer("B", "card-meniscus"), answer("B"), answer("C", "Smith 2019")


@pytest.mark.parametrize(
    ("script", "kinds", "letter", "citations", "invented"),
    [
        ((CITED,), [""], "B", ["card-meniscus"], []),
        ((UNCITED, CITED), ["uncited", ""], "B", ["card-meniscus"], []),
        ((INVENTED, CITED), ["uncited", ""], "B", ["card-meniscus"], []),
        ((INVENTED, INVENTED), ["uncited", ""], "C", [], ["Smith 2019"]),
        ((UNCITED, INVENTED), ["uncited", ""], "C", [], ["Smith 2019"]),
        ((INVENTED, "prose", CITED), ["uncited", "malformed", ""], "B", ["card-meniscus"], []),
        ((INVENTED, "prose", "prose"), ["uncited", "malformed", "malformed"], "C", [], ["Smith 2019"]),
        (("prose", "prose", UNCITED), ["malformed", "malformed", "uncited"], "B", [], []),
        ((answer("B", "card-meniscus", "Smith 2019"),), [""], "B", ["card-meniscus"], ["Smith 2019"]),
    ],
    ids=[
        "cited",
        "none, then cited",
        "invented, then cited",
        "invented twice",
        "none, then invented",
        "invented, prose, cited",
        "invented, then prose",
        "last attempt uncited",
        "one of each",
    ],
)
async def test_an_answer_that_cites_no_evidence_is_asked_for_once_more_and_then_stands(
    script: tuple[str, ...], kinds: list[str], letter: str, citations: list[str], invented: list[str]
) -> None:
    solved = await solve(parts((), script), (), _now(), SAMPLE, 7)
    assert solved.answer is not None
    assert [attempt.error_kind for attempt in solved.attempts] == kinds
    assert (solved.answer["status"], solved.answer["answer"]) == ("answer", letter)
    assert (solved.answer["citations"], solved.answer["invented"]) == (citations, invented)


async def test_the_second_request_names_what_can_be_cited() -> None:
    asked: list[ModelRequest] = []

    def script(request: ModelRequest) -> str:
        asked.append(request)
        return INVENTED

    await solve(parts((), script), (), _now(), SAMPLE, 7)
    assert asked[1].messages[:2] == asked[0].messages
    assert asked[1].messages[2].content == INVENTED
    assert "cites no evidence: cite from card-meniscus, or write insufficient_evidence" in asked[1].messages[3].content


async def test_evidence_found_wanting_is_not_asked_about_again() -> None:
    solved = await solve(parts((), (INSUFFICIENT,)), (), _now(), SAMPLE, 7)
    assert solved.answer is not None
    assert solved.answer["status"] == "insufficient_evidence"
    assert len(solved.attempts) == 1


@pytest.mark.parametrize("said", [UNCITED, INVENTED], ids=["uncited", "invented"])
async def test_an_answer_without_any_evidence_is_withheld(said: str) -> None:
    solved = await solve(parts((), (said,)), (), state(), SAMPLE, 7)
    assert solved.answer is not None
    assert (solved.answer["status"], solved.answer["answer"]) == ("insufficient_evidence", "")
    assert (solved.answer["text"], solved.answer["confidence"]) == (NOTHING_GATHERED, 0.0)
    assert solved.answer["withheld"] == json.loads(said)["answer"]
    assert [attempt.error_kind for attempt in solved.attempts] == [""]


async def test_a_solver_that_sees_is_shown_the_case() -> None:
    asked: list[ModelRequest] = []

    def script(request: ModelRequest) -> str:
        asked.append(request)
        return CITED

    now = with_retrieval(state(image="film.png"), HITS, "one", 0.5)
    await solve(parts((), script, solver_sees=str.encode), (), now, SAMPLE, 7)
    await solve(parts((), script), (), now, SAMPLE, 7)
    assert [message.images for message in asked[0].messages] == [(), (b"film.png",)]
    assert [message.images for message in asked[1].messages] == [(), ()]
    assert [message.content for message in asked[0].messages] == [message.content for message in asked[1].messages]


def test_without_options_the_answer_is_a_few_words() -> None:
    value = parse_answer(json.dumps({**GOOD, "answer": "fluid " * 60}), (), KNOWN)
    assert not isinstance(value, ParseProblem)
    assert str(value["answer"]).startswith("fluid fluid")
    assert len(str(value["answer"])) == 200


@pytest.mark.parametrize("given", ["", "  ", None, {"a": 1}, ["fluid"], True], ids=repr)
def test_without_options_an_answer_without_words_is_none(given: object) -> None:
    problem = parse_answer(json.dumps({**GOOD, "answer": given}), (), KNOWN)
    assert isinstance(problem, ParseProblem)
    assert "`answer` must say the answer in a few words" in problem.message


@pytest.mark.parametrize(("given", "answer"), [(3, "3"), (0.5, "0.5"), (" fluid ", "fluid")])
def test_without_options_an_answer_may_be_a_number(given: object, answer: str) -> None:
    value = parse_answer(json.dumps({**GOOD, "answer": given}), (), KNOWN)
    assert not isinstance(value, ParseProblem)
    assert value["answer"] == answer


def test_insufficient_evidence_needs_no_confidence() -> None:
    value = _parse(status="insufficient_evidence", confidence=None)
    assert isinstance(value, dict)
    assert value["confidence"] == 0.0


async def test_what_a_second_search_found_is_shown_and_can_be_cited() -> None:
    asked: list[ModelRequest] = []

    def script(request: ModelRequest) -> str:
        asked.append(request)
        return answer("B", "new-1")

    many = tuple(Hit(f"old-{number}", "Old", "Text.", 1.0) for number in range(5))
    now = with_retrieval(with_retrieval(state(), many, "", 0.5), (Hit("new-1", "New", "It climbs.", 1.0),), "", 0.5)
    solved = await solve(parts((), script), (), now, SAMPLE, 7)
    assert "[new-1] New: It climbs." in asked[0].messages[1].content
    assert solved.answer is not None
    assert (solved.answer["citations"], len(solved.attempts)) == (["new-1"], 1)
