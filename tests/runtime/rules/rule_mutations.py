"""Valid rule files made hostile: a seeded stream of mutations of their bytes, lines and values."""

import random
import re
from collections.abc import Callable, Iterator

WHOLE = """\
# every field, in most layouts
schema: 1
id: tools.read-first
title: 'Read "first" – é'
status: active
agent: tutor
audience: controller
text: |
  Call `retrieve` first.

  # no comment
when: action.name == "web_browser" && state.step > 1
require: >-
  state.retrieval.queried
  || state.retrieval.hits > 0
otherwise: {action: retrieve}
enforce: gate
safety: false
priority: 40
rationale: "Two\\twords \\u00e9"
evidence:
  - {cluster: c-1, failures: 14, samples: 9, traces: [e-1, e-2], quote_sha256: ab}
  - cluster: c-2
    failures: 3
    samples: 2
effect: {metric: success, stage: held-out, n: 400, before: 0.617, after: 1, e_value: 1.0e+3, verdict: confirmed,
  controller: m}
related: [{id: retrieval.thin, type: refines}]
authors: [ace, j.doe]
created: 2026-11-29
modified: 2026-11-30
"""
PLAIN = """\
schema: 1
id: tools.read-first
title: Ask
agent: tutor
text: Ask first.
"""
SEEDS = (WHOLE, PLAIN, WHOLE.replace("\n", "\r\n"))
COERCED = (
    *(
        "no",
        "on",
        "off",
        "y",
        "~",
        "null",
        "True",
        "12:30:45",
        "1.10",
        "010",
        "0x1F",
        "0b1",
        "0o7",
        "1_000",
        "+1",
        "1e3",
    ),
    *(
        ".inf",
        "-.nan",
        "1.0e+999",
        "9" * 400,
        "-0",
        "1" * 18,
        "0.1e1",
        "2026-11-29",
        "2026-13-40",
        "2026-1-2",
        "=",
        "<<",
    ),
    *(
        "''",
        '""',
        '"no"',
        "'1'",
        '"\\u202e"',
        '"\\0"',
        '"\\ud800"',
        '"\\x85"',
        "!!str x",
        "!!binary eA==",
        "! x",
        "[]",
        "{}",
    ),
    *(
        "&a x",
        "*a",
        "[*a, *a]",
        "|\n  x",
        ">9\n x",
        "- x",
        "? x",
        "%x",
        "@x",
        "`x`",
        "x: y",
        "x # y",
        "x\ty",
        "'x",
        '"x',
        "{x",
    ),
    *("true && " * 60 + "true", "(" * 300, "!" * 300 + "true", "[1].all(x, [1].all(y, [1].all(z, true)))", "'a' * 3"),
)
LINES = (
    *(
        "a: &a [x, x]",
        "b: &b [*a, *a]",
        "<<: {safety: true}",
        "<<: *a",
        "%YAML 1.1",
        "---",
        "...",
        "? [a]",
        ": b",
        "- x",
    ),
    *(
        "safety: true",
        "safety: false",
        "id: safety.other",
        "extra: 1",
        "  deep: 1",
        "\tt: 1",
        "# c",
        "#",
        "",
        "    # deep",
    ),
    *(
        "text: " + "x" * 70_000,
        "x: " + "[" * 5_000,
        "x: " + "{a: " * 5_000,
        "- " * 5_000,
        "x" * 3_000 + ": 1",
        "n: " + "9" * 5_000,
    ),
    *(
        "status: " + "a" * 5_000,
        "when: '" + "(" * 580 + "'",
        "evidence: [" + "{cluster: c}, " * 2_000 + "]",
        "no: 1",
        "y: 1",
    ),
)
PIECES = (
    *(
        text.encode("utf-8", "surrogatepass")
        for text in (
            *(
                "\x00",
                "\x1b",
                "\x7f",
                "\x85",
                "\u2028",
                "\u200b",
                "\u202e",
                "\ufe0f",
                "\ufeff",
                "\U000e0041",
                "\ue000",
                "\ud800",
            ),
            *(
                "а",
                "ο",
                "é",
                "e\u0301",
                "漢",
                "🙂",
                "\t",
                "\r",
                "\n",
                "\r\n",
                " ",
                "#",
                ":",
                ": ",
                "- ",
                "'",
                '"',
                "\\",
                "&a ",
                "*a",
            ),
            *("!x ", "|", ">", "{", "}", "[", "]", ",", "?", "%", "@", "`", "<<", "\xff"),
        )
    ),
    b"\xff",
    b"\xc0\x80",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
)


def mutated(seed: int) -> Iterator[bytes]:
    """Yield hostile files without end, the same ones for the same seed."""
    chance = random.Random(seed)
    while True:
        data = chance.choice(SEEDS).encode()
        for _ in range(chance.choice((1, 1, 1, 2, 3, 6))):
            data = chance.choice(_WAYS)(chance, data)
        yield data


def _flip(chance: random.Random, data: bytes) -> bytes:
    out = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 8))):
        if out:
            out[chance.randrange(len(out))] = chance.randrange(256)
    return bytes(out)


def _printable(chance: random.Random, data: bytes) -> bytes:
    out = bytearray(data)
    if out:
        out[chance.randrange(len(out))] = chance.randrange(32, 127)
    return bytes(out)


def _insert(chance: random.Random, data: bytes) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(PIECES) + data[at:]


def _cut(chance: random.Random, data: bytes) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + data[at + chance.choice((1, 2, 10, 200)) :]


def _inner(chance: random.Random, data: bytes) -> bytes:
    """Replace one value wherever it stands, also inside of `{...}`."""
    values = list(re.finditer(rb": ([^\s,{}\[\]]+)", data))
    if not values:
        return data
    value = chance.choice(values)
    return data[: value.start(1)] + chance.choice(COERCED).encode() + data[value.end(1) :]


def _truncate(chance: random.Random, data: bytes) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _on_lines(change: Callable[[random.Random, list[bytes]], None]) -> Callable[[random.Random, bytes], bytes]:
    def apply(chance: random.Random, data: bytes) -> bytes:
        lines = data.split(b"\n")
        change(chance, lines)
        return b"\n".join(lines)

    return apply


def _duplicate(chance: random.Random, lines: list[bytes]) -> None:
    lines.insert(chance.randrange(len(lines) + 1), chance.choice(lines))


def _move(chance: random.Random, lines: list[bytes]) -> None:
    line = lines.pop(chance.randrange(len(lines)))
    lines.insert(chance.randrange(len(lines) + 1), line)


def _indent(chance: random.Random, lines: list[bytes]) -> None:
    at = chance.randrange(len(lines))
    lines[at] = chance.choice((b" ", b"  ", b"\t", b"      ")) + lines[at]


def _add_line(chance: random.Random, lines: list[bytes]) -> None:
    lines.insert(chance.randrange(len(lines) + 1), chance.choice(LINES).encode())


def _coerce(chance: random.Random, lines: list[bytes]) -> None:
    at = chance.choice([number for number, line in enumerate(lines) if b": " in line] or [0])
    name, _, _ = lines[at].partition(b": ")
    lines[at] = name + b": " + chance.choice(COERCED).encode()


_WAYS: tuple[Callable[[random.Random, bytes], bytes], ...] = (
    *(_inner, _inner, _flip, _printable, _printable, _insert, _insert, _cut, _truncate),
    *map(_on_lines, (_duplicate, _move, _indent, _add_line, _coerce, _coerce, _coerce)),
)
