"""One page that stands alone: well formed, nothing loaded, and hostile words stay words."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from ace.report.trace_html import trace_html, visible
from ace.report.trace_model import view_trace
from ace.report.trace_origin import Origins
from tests.ace.conftest import SmallRun
from tests.ace.report.tracing import EVIL, first_view, found_in, hostile

VOID = {"meta", "img", "br", "link", "input"}


class Page(HTMLParser):
    """Elements, attributes and text of a page; notes tags that do not nest."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.text: list[str] = []
        self.open: list[str] = []
        self.misnested: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.misnested.append(tag)

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def parsed(html: str) -> Page:
    page = Page()
    page.feed(html)
    page.close()
    return page


def test_a_page_is_well_formed_and_loads_nothing(small_run: SmallRun) -> None:
    html = trace_html(first_view(small_run.session), picture=b"\x89PNG")
    page = parsed(html)
    assert (page.misnested, page.open) == ([], [])
    assert not {"script", "link", "iframe", "object", "base", "form"} & set(page.tags)
    loaded = [value for _, name, value in page.attributes if name in {"src", "href", "action", "srcset"}]
    assert loaded
    assert all(value.startswith("data:image/") for value in loaded)
    style = html[html.index("<style>") : html.index("</style>")]
    assert not re.search(r"url\(|@import|https?:", style)
    policy = next(value for _, name, value in page.attributes if name == "content" and "default-src" in value)
    assert policy == "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


def test_each_step_folds_and_holds_its_prompt(small_run: SmallRun) -> None:
    view = first_view(small_run.session)
    page = parsed(trace_html(view))
    ids = [value for _, name, value in page.attributes if name == "id"]
    assert ids == [f"step-{step.step.step}" for step in view.steps]
    text = "".join(page.text)
    assert "simulated" in text
    assert view.steps[0].step.attempts[0].raw in text
    for message in view.steps[-1].prompts[0].messages:
        assert message.content in text


@pytest.mark.parametrize("is_known", [True, False], ids=["sample-known", "sample-unknown"])
def test_hostile_words_make_no_markup(small_run: SmallRun, is_known: bool) -> None:
    evil = hostile(found_in(small_run.session)[0])
    if not is_known:
        header = replace(evil.episode.header, sample_sha256="")
        evil = evil._replace(episode=replace(evil.episode, header=header))
    html = trace_html(view_trace(Origins(small_run.session), evil))
    page = parsed(html)
    clean = parsed(trace_html(first_view(small_run.session)))
    assert (page.misnested, page.open) == ([], [])
    assert set(page.tags) <= {*clean.tags, "figure", "img"}
    assert not {"script", "img"} & set(page.tags)
    assert not [name for _, name, _ in page.attributes if name.startswith("on")]
    text = "".join(page.text)
    assert "<script>alert(1)</script>" in text, "shown as words"
    assert "{{ 7*7 }}" in text
    assert "\x1b" not in html
    assert "\u202e" not in html


def test_what_cannot_be_seen_is_written_out_line_by_line() -> None:
    assert visible("a\u202eb\nc\x1bd") == "a\\u202eb\nc\\x1bd"
    assert "<" in visible(EVIL), "Jinja escapes markup, not this"


def test_pictures_that_tools_made_are_in_the_page(small_run: SmallRun) -> None:
    origins = Origins(small_run.session)
    made = [
        found
        for found in found_in(small_run.session)
        if any(step.card and step.card.artifact_refs for step in found.episode.steps)
    ]
    assert made, "the small run has a step that made a picture"
    view = view_trace(origins, made[0])
    page = parsed(trace_html(view))
    images = [value for tag, name, value in page.attributes if (tag, name) == ("img", "src")]
    pngs = [one for step in view.steps for one in step.artifacts if one.media_type == "image/png"]
    assert len(images) == len(pngs) > 0
