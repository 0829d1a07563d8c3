"""A small recorded episode with evidence, teaching and an answer, for audits."""

from dataclasses import replace

from runtime.contracts.json_types import JsonObject
from runtime.contracts.tool_call import ToolCard
from runtime.contracts.trace_event import Episode, Outcome, Step
from tests.ace.building import episode

PICTURE = "artifact://sha256/" + "1" * 64
PASSAGE = (
    "Fluid climbs the wall of the chest. The costophrenic angle is blunted. There is no air in it. It is 4 cm high."
)


def _card(number: int, name: str, summary: str, ok: bool = True, data: JsonObject | None = None) -> ToolCard:
    refs = (PICTURE,) if name == "zoom" else ()
    error = None if ok else "business_failure"
    return ToolCard(f"call-{number}", name, {}, "", f"e:0:{number}", ok, summary, error, refs, data or {})  # type: ignore[arg-type]


def _step(number: int, taken: JsonObject, card: ToolCard | None = None) -> Step:
    return Step("r-1", "e-1", number, (), "a", "b", taken=taken, proposed=taken, card=card)


def answered(
    text: str, citations: list[str], invented: list[str] | None = None, status: str = "answer", hint: str = ""
) -> Episode:
    """Return an episode: zoom, retrieve (one passage), a hint with a question, a failed call, and the answer `text`."""
    hit: JsonObject = {"citation": "card-meniscus", "title": "Meniscus sign", "text": PASSAGE, "score": 1.0}
    found = _card(2, "retrieve", "1 passage", data={"hits": [hit]})
    said = hint or "The meniscus climbs the chest wall. What does that mean?"
    steps = (
        _step(0, {"action": "REQUEST_TOOL", "tool": "zoom"}, _card(1, "zoom", "The left angle is blunted, mean 45.6.")),
        _step(1, {"action": "REQUEST_TOOL", "tool": "retrieve"}, found),
        _step(2, {"action": "HINT", "hint_level": 1, "text": said}),
        _step(3, {"action": "REQUEST_TOOL", "tool": "ocr"}, _card(3, "ocr", "no text", ok=False)),
    )
    answer: JsonObject = {
        "status": status,
        "answer": "B" if status == "answer" else "",
        "text": text,
        "confidence": 0.9,
        "citations": citations,
        "invented": invented or [],
    }
    outcome = Outcome("r-1", "e-1", "answered", "", {"success": 1.0}, answer=answer)
    return replace(episode("e-1"), steps=steps, outcome=outcome)
