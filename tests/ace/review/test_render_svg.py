"""The picture of a terminal."""

import re
from xml.etree import ElementTree

import pytest

from ace.review.render_svg import render_svg
from ace.review.terminal_text import Line, Span

PICTURE = """\
<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 204 74" width="204">
<title>a &lt;b&gt;</title>
<style>STYLE</style>
<rect width="204" height="74" rx="8" fill="#0d1117"/>
<text x="18" y="32" textLength="8.4" lengthAdjust="spacingAndGlyphs" class="changed">~</text>
<text x="34.8" y="32" textLength="58.8" lengthAdjust="spacingAndGlyphs" class="bold">a.b &amp; c</text>
<text x="34.8" y="51" textLength="33.6" lengthAdjust="spacingAndGlyphs">日本</text>
</svg>
"""
LINES = [Line([Span("~ ", "changed"), Span("a.b & c", "bold")]), Line([Span("  日本")])]


def test_the_same_lines_are_the_same_bytes() -> None:
    picture = render_svg(LINES, 20, "a <b>")
    assert re.sub("<style>.*</style>", "<style>STYLE</style>", picture) == PICTURE
    assert picture == render_svg(LINES, 20, "a <b>")


@pytest.mark.parametrize("text", ["</text><script>alert(1)</script>", "&amp; \"'", "]]>", "<!--"])
def test_foreign_text_is_text(text: str) -> None:
    root = ElementTree.fromstring(render_svg([Line([Span(text)])], 100, "t"))
    assert [node.text for node in root.iter() if node.tag.endswith("}text")] == [text]
    assert {node.tag.rpartition("}")[2] for node in root.iter()} == {"svg", "title", "style", "rect", "text"}


def test_nothing_is_loaded() -> None:
    picture = render_svg(LINES, 20, "t").replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?:|@import|@font-face|url\(|href", picture)


def test_long_lines_are_wrapped_and_the_picture_grows() -> None:
    short, long = (render_svg([Line([Span("word " * count)])], 20, "t") for count in (3, 30))
    assert long.count("<text") > 5 * short.count("<text")
