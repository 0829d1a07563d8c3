"""What is written reads back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.rejections.read_rejections import parse_rejection
from ace.rejections.rejection import Rejection
from ace.rejections.stated_fingerprint import stated_fingerprint
from ace.rejections.write_rejection import dump_rejection, rejection_path
from runtime.contracts.errors import RuleError

PLAIN = st.characters(min_codepoint=0x20, max_codepoint=0x7E) | st.just("\n")
texts = st.text(PLAIN, min_size=3, max_size=120)
days = st.dates().map(lambda day: day.isoformat())
rejections = st.builds(
    Rejection,
    fingerprint=st.text("0123456789abcdef", min_size=64, max_size=64),
    op=st.sampled_from(["add", "edit", "delete", "merge"]),
    rule=st.from_regex(r"[a-z0-9-]{1,9}\.[a-z0-9-]{1,9}", fullmatch=True),
    cluster=st.text(PLAIN, max_size=40),
    text=st.text(PLAIN, max_size=200),
    when=st.none() | texts,
    require=st.none() | texts,
    reason=texts,
    by=st.text(PLAIN, min_size=1, max_size=40),
    date=days,
    expires=st.none() | days,
    withdrawn=st.none() | days,
    otherwise=st.none() | st.sampled_from(["HINT", "retrieve"]),
    enforce=st.sampled_from(["prompt", "gate"]),
    priority=st.integers(0, 100),
    safety=st.booleans(),
    agent=st.sampled_from(["tutor", "inspector"]),
    merged=st.sampled_from([(), ("a.b",), ("a.b", "c.d")]),
).map(lambda made: made.model_copy(update={"fingerprint": stated_fingerprint(made) or made.fingerprint}))


MARK = "348ac5dce8790c2ab7c9b1fcb8ea6986b4b90fee859caf1717da5c314dec2f75"


@given(rejection=rejections)
def test_a_rejection_reads_back_as_it_was_written(rejection: Rejection) -> None:
    assert parse_rejection(dump_rejection(rejection), rejection_path(rejection.fingerprint)) == rejection


def test_the_file_is_what_a_person_would_write() -> None:
    made = Rejection(
        fingerprint=MARK, op="edit", rule="tools.x", cluster="c-1", text="Do it.\n", when='action.name == "zoom"',
        reason="too strict: novices need the web", by="maintainer", date="2026-11-20",
        expires="2026-12-01",
    )  # fmt: skip
    assert dump_rejection(made).decode().splitlines() == [
        f"fingerprint: {MARK}",
        "op: edit",
        "rule: tools.x",
        "cluster: c-1",
        "text: |",
        "  Do it.",
        'when: action.name == "zoom"',
        'reason: "too strict: novices need the web"',
        "by: maintainer",
        "date: 2026-11-20",
        "expires: 2026-12-01",
    ]
    assert rejection_path(made.fingerprint) == f".ace/rejected/{MARK[:12]}.yaml"


def test_the_file_names_an_agent_beside_the_first() -> None:
    made = Rejection(
        fingerprint="a" * 64, op="edit", rule="tools.x", agent="inspector", reason="not so", by="x", date="2026-11-20"
    )
    assert "agent: inspector" in dump_rejection(made).decode().splitlines()


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({"reason": "no \u202e more"}, id="a sign nobody sees"),
        pytest.param({"date": "2026-02-30"}, id="a day that is none"),
    ],
)
def test_what_would_not_be_read_is_not_written(changed: dict[str, str]) -> None:
    base = {"fingerprint": "a" * 64, "op": "edit", "rule": "tools.x", "reason": "too strict", "by": "x"}
    with pytest.raises(RuleError):
        dump_rejection(Rejection.model_validate({**base, "date": "2026-11-20", **changed}))
