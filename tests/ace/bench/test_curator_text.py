"""The curator's bench as text: a line a share, columns side by side."""

from ace.bench.curator import CuratorReport
from ace.bench.curator_tally import Share
from ace.bench.curator_text import curator_text

REPORT = CuratorReport(
    run="r-1",
    simulated=False,
    model="openai/local",
    clusters=1,
    seeds=2,
    attempts=1,
    without=("candidates", "contrast"),
    first=(Share("valid JSON object", 2, 2), Share("passes every check", 1, 2)),
    kept=(Share("valid JSON object", 2, 2), Share("passes every check", 2, 2)),
    heuristic=(Share("  check: words", 0, 0), Share("passes every check", 0, 1)),
    model_calls=2,
    prompt_tokens=4000,
    completion_tokens=80,
    seconds=61.4,
    problems=(("c-1", "early_reveal", "words: unknown word"),),
)


def test_columns_stand_side_by_side_and_the_last_line_comes_last() -> None:
    lines = curator_text(REPORT).splitlines()
    assert lines[0] == (
        "openai/local on 1 cluster of r-1, 2 seeds, at most 1 attempt, without candidates, contrast; "
        "95% Wilson intervals"
    )
    assert [line[2:42].strip() for line in lines[1:5]] == [
        "",
        "valid JSON object",
        "check: words",
        "passes every check",
    ]
    assert lines[2].split()[3:] == ["2/2", "[0.34,", "1.00]", "2/2", "[0.34,", "1.00]", "-"]
    assert lines[3].split()[2:] == ["-", "-", "0/0"]
    assert lines[5] == "  2 model calls, 4,000 + 80 tokens, 61 s of model time"
    assert lines[6] == "  early_reveal (c-1): words: unknown word"
