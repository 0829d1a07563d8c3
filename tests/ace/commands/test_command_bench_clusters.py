"""`ace bench clusters`: options, output, and what bad input gets."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran

pytest.importorskip("sklearn", reason="the package scikit-learn is not installed (ace-optimizer[bench])")


@pytest.fixture
def failures(tmp_path: Path) -> Path:
    """Return a CSV of 60 failures of two kinds, and a row without a kind."""
    path = tmp_path / "failures.csv"
    rows = [f"lost order {n},missing\ntook {n} seconds too long,slow" for n in range(30)]
    path.write_text("\n".join(["text,kind", *rows, "no kind,"]) + "\n")
    return path


def test_it_prints_a_row_a_method(ace: Callable[..., Ran], failures: Path) -> None:
    ran = ace("bench", "clusters", "--input", str(failures), "--text", "text", "--label", "kind", "--json", "-q")
    assert ran.code == 0
    methods = ran.json["methods"]
    assert isinstance(methods, list)
    assert [row["method"] for row in methods] == ["exact text", "signature only", "ours", "MiniLM + HDBSCAN"]
    assert (methods[2]["n"], methods[2]["unique"], methods[2]["ari"]) == (60, 2, 1.0)
    assert ran.err.strip() == "1 rows left out: 'kind' is empty (the first: row 62)"


def test_at_scale_it_says_what_order_and_more_data_change(ace: Callable[..., Ran]) -> None:
    ran = ace("bench", "clusters", "--synthetic", "1000", "--signatures", "30", "-q")
    assert ran.code == 0
    assert "1000 synthetic failures of 30 signatures" in ran.out
    assert "same groups in another order    yes" in ran.out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ((), 64, "give either --input FILE or --synthetic N"),
        (("--input", "f.csv", "--synthetic", "1000"), 64, "give either --input FILE or --synthetic N"),
        (("--input", "f.csv", "--tune-by", "m", "--cut", "0.2"), 64, "leave --cut out"),
        (("--synthetic", "1000", "--signatures", "2000"), 64, "give fewer --signatures"),
        (("--input", "f.csv", "--cut", "nan"), 64, "nan"),
        (("--input", "nowhere.jsonl"), 1, "nowhere.jsonl: cannot be read (No such file"),
        (("--input", ""), 64, "must not be empty"),
        (("--input", "f.csv", "--within", ""), 64, "must not be empty"),
    ],
    ids=["neither", "both", "cut", "signatures", "nan", "no-file", "empty", "empty-field"],
)
def test_what_cannot_be_measured_is_said(
    ace: Callable[..., Ran], arguments: tuple[str, ...], code: int, message: str
) -> None:
    ran = ace("bench", "clusters", *arguments)
    assert (ran.code, ran.out) == (code, "")
    assert message in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no row"),
        ("error,kind\nx,y\n", "no row can be used; its fields are 'error', 'kind'"),
        ("error,label\nx,y\nz,y\n", "every 'label' is 'y'"),
    ],
    ids=["empty", "no-label", "one-label"],
)
def test_a_file_without_labels_is_an_error(ace: Callable[..., Ran], tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "f.csv"
    path.write_text(text)
    ran = ace("bench", "clusters", "--input", str(path), "-q")
    assert (ran.code, ran.out) == (1, "")
    assert message in ran.err
