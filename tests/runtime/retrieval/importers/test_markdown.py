from pathlib import Path

import pytest

from runtime.retrieval.importers.document import passages
from runtime.retrieval.importers.markdown import read_markdown

TEXT = """\
---
author: someone
---
# Bones

Bones bear load.

## Growth
### Plates
Plates add length.
## Repair ##
Callus forms.

```
# not a heading
```
"""


def _sections(text: str, name: str = "anatomy/bones.md") -> list[tuple[str, str]]:
    document = read_markdown(Path(name), name, text)
    return [(passage.section, passage.text) for _, passage in passages([document])]


def test_headings_become_section_paths() -> None:
    assert _sections(TEXT) == [
        ("", "Bones bear load."),
        ("Growth > Plates", "Plates add length."),
        ("Repair", "Callus forms.\n\n```\n# not a heading\n```"),
    ]


def test_the_first_top_heading_is_the_title_and_the_path_the_id() -> None:
    document = read_markdown(Path("bones.md"), "anatomy/bones.md", TEXT)
    assert (document.id, document.title, document.source) == ("anatomy-bones", "Bones", "anatomy/bones.md")


@pytest.mark.parametrize(
    ("text", "title"), [("Just text.", "bones"), ("## Second level\ntext", "bones"), ("#hashtag\ntext", "bones")]
)
def test_without_a_top_heading_the_file_gives_the_title(text: str, title: str) -> None:
    assert read_markdown(Path("bones.md"), "bones.md", text).title == title


def test_offsets_count_in_the_file() -> None:
    document = read_markdown(Path("bones.md"), "bones.md", TEXT)
    for _, passage in passages([document]):
        assert TEXT[passage.start : passage.end] == passage.text


@pytest.mark.parametrize("text", ["", "# Only a title\n", "---\na: b\n---\n"], ids=["empty", "title", "front-matter"])
def test_no_text_gives_no_passage(text: str) -> None:
    assert _sections(text) == []


def test_a_second_top_heading_is_a_section() -> None:
    assert _sections("# One\na\n# Two\nb\n## Three\nc") == [("", "a"), ("Two", "b"), ("Two > Three", "c")]


def test_other_line_ends_are_read() -> None:
    assert _sections("# One\r\ntext\r\n## Two\r\nmore\r\n") == [("", "text"), ("Two", "more")]
