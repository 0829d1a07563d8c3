"""What `ace propose --json` says."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.curator.draft import Attempt, Drafting
from ace.cycle.proposed_json import drafting_json, rounded
from tests.ace.conftest import SmallProposal


@given(value=st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_is_near_what_it_was_and_never_becomes_zero(value: float) -> None:
    made = rounded(value)
    assert isinstance(made, float)
    assert math.isclose(made, value, rel_tol=1e-5, abs_tol=5e-7)
    assert (made == 0) == (value == 0)


@pytest.mark.parametrize(
    ("value", "made"),
    [
        pytest.param({"a": (1 / 3, {"b": [2 / 3]})}, {"a": [0.333333, {"b": [0.666667]}]}, id="nested"),
        pytest.param(1.23456789e-9, 1.23457e-9, id="a small p-value"),
        pytest.param([True, None, 7, "0.3333333333"], [True, None, 7, "0.3333333333"], id="no float"),
    ],
)
def test_what_is_rounded(value: object, made: object) -> None:
    assert rounded(value) == made


def test_answers_of_a_model_and_notes_are_in_it() -> None:
    attempt = Attempt("c-1", 2, "{}", None, "no op", ("id: used; 1",), ("schema",))
    value = drafting_json(Drafting((), attempts=(attempt,), notes=("3 are estimated",)))
    assert value["notes"] == ["3 are estimated"]
    assert value["attempts"] == [
        {"cluster": "c-1", "number": 2, "problem": "no op", "failing": ["id: used; 1"], "passing": ["schema"],
         "raw": "{}"},
    ]  # fmt: skip


def test_drafts_have_all_a_reader_needs_and_figures_name_their_stage(small_proposal: SmallProposal) -> None:
    value = json.loads(json.dumps(small_proposal.proposed.to_json()))
    by_rule = {item["rule"]: item for item in value["drafts"]}
    best = by_rule["tools.retrieve-before-web"]
    assert (best["title"], best["otherwise"]) == ("Query the local database before the web", "retrieve")
    (proposal,) = value["proposals"]
    assert proposal["stage"] == "development"
    assert proposal["before"] == best["development"]["before"]
