"""What a step came to, kept and read back."""

from pathlib import Path

import pytest

from ace.cycle.journal.kept_steps import (
    KeptStepError,
    forget_kept,
    keep_drafted,
    keep_judged,
    kept_drafted,
    kept_judged,
)
from ace.cycle.propose import Judged
from tests.ace.conftest import SmallProposal


def test_it_reads_back_equal(small_proposal: SmallProposal, tmp_path: Path) -> None:
    proposed = small_proposal.proposed
    judged = Judged(proposed.judgements, proposed.skipped, proposed.run.episodes[0].header.controller)
    assert len(judged.judgements) == 3
    keep_drafted(tmp_path, proposed.drafted)
    keep_judged(tmp_path, judged)
    assert kept_drafted(tmp_path) == proposed.drafted
    assert kept_judged(tmp_path) == judged
    forget_kept(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_was_not_come_to_is_none(tmp_path: Path) -> None:
    assert (kept_drafted(tmp_path), kept_judged(tmp_path)) == (None, None)
    forget_kept(tmp_path)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"drafts": 3}'])
def test_what_cannot_be_read_names_the_file_and_the_way_out(tmp_path: Path, text: str) -> None:
    (tmp_path / "drafted.json").write_text(text, encoding="utf-8")
    with pytest.raises(KeptStepError, match=r"drafted\.json: cannot be read .*ace cycle --new"):
        kept_drafted(tmp_path)
