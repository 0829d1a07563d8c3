"""What there is to change about a request, leaving alone what a person changed. Pure."""

from typing import NamedTuple

from ace.forges.forge import ForgeRequest, RequestChanges, WantedRequest
from ace.forges.written_mark import WrittenMark, plain_lines, read_mark, text_hash, with_mark


class Comparison(NamedTuple):
    """What to write, and which parts are a person's by now: title, description, base, draft."""

    changes: RequestChanges
    theirs: tuple[str, ...]


def marked_body(title: str, body: str, base: str, is_draft: bool) -> str:
    """Return the description with the hidden line that says what was written."""
    return with_mark(body, WrittenMark(text_hash(title), text_hash(body), text_hash(base), is_draft))


def compare_request(request: ForgeRequest, wanted: WantedRequest) -> Comparison:
    """Return what differs. `wanted.body` is without the hidden line; `wanted.labels` are not compared.

    A part that is neither what we wrote last nor what it should become was changed by a person and stays; where the
    hidden line is gone, all of them are theirs.
    """
    text, mark = read_mark(request.body)
    if mark is None:
        return Comparison(RequestChanges(), ("title", "description", "base", "draft"))
    is_ours = {
        "title": text_hash(request.title) in {mark.title, text_hash(wanted.title)},
        "description": text_hash(text) in {mark.body, text_hash(wanted.body)},
        "base": text_hash(request.base) in {mark.base, text_hash(wanted.base)},
        "draft": request.is_draft in {mark.draft, wanted.is_draft},
    }
    title = wanted.title if is_ours["title"] else request.title
    body = wanted.body if is_ours["description"] else text
    base = wanted.base if is_ours["base"] else request.base
    is_draft = wanted.is_draft if is_ours["draft"] else request.is_draft
    # What is theirs keeps the hash of ours, so that it stays theirs.
    new_mark = WrittenMark(
        text_hash(wanted.title) if is_ours["title"] else mark.title,
        text_hash(wanted.body) if is_ours["description"] else mark.body,
        text_hash(wanted.base) if is_ours["base"] else mark.base,
        wanted.is_draft if is_ours["draft"] else mark.draft,
    )
    changed_body = with_mark(body, new_mark)
    changes = RequestChanges(
        title=title if plain_lines(title) != plain_lines(request.title) else None,
        body=changed_body if plain_lines(changed_body) != plain_lines(request.body) else None,
        base=base if base != request.base else None,
        is_draft=is_draft if is_draft != request.is_draft else None,
    )
    return Comparison(changes, tuple(part for part, ours in is_ours.items() if not ours))
