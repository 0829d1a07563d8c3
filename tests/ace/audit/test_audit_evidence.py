"""Evidence is what worked calls brought: passages by citation, results by call."""

from ace.audit.evidence import Evidence, evidence_of
from tests.ace.audit.recording import PASSAGE, PICTURE, answered


def test_passages_and_results_are_evidence_and_failures_are_none() -> None:
    assert evidence_of(answered("", [])) == (
        Evidence("call-1", 0, "zoom", "The left angle is blunted, mean 45.6.", (PICTURE,)),
        Evidence("card-meniscus", 1, "retrieve", f"Meniscus sign. {PASSAGE}"),
        Evidence("call-2", 1, "retrieve", "1 passage"),
    )
