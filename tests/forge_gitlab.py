"""GitLab's rules for `forge_server`.

Source: docs.gitlab.com, REST API v4 ("Merge requests API", "Notes API", "Users API", "REST API", pagination, and
"REST API authentication"), and "Draft merge requests".
"""

import re
from urllib.parse import quote

from runtime.contracts.json_types import JsonObject
from tests.forge_server import PROJECT, TOKEN, FakeComment, FakeRequest, ForgeState, Seen, Sent, page

_DRAFT = re.compile(r"^\s*(?:\[draft\]|draft:|\(draft\))\s*", re.IGNORECASE)
_PREFIX = f"/api/v4/projects/{quote(PROJECT, safe='')}/merge_requests"
_STATES = {"open": "opened", "closed": "closed", "merged": "merged"}


def gitlab(state: ForgeState, seen: Seen) -> Sent:
    """Return what GitLab answers. A token in `Authorization` must be a bearer; the usual place is PRIVATE-TOKEN."""
    given = seen.headers.get("private-token") or seen.headers.get("authorization", "").removeprefix("Bearer ")
    if given != TOKEN:
        return Sent(401, {"message": "401 Unauthorized"})
    if seen.path == "/api/v4/user":
        return Sent(200, {"id": 7, "username": state.me, "bot": state.me in state.bots})
    if not seen.path.startswith(_PREFIX):
        return Sent(404, {"message": "404 Project Not Found"})
    match = re.fullmatch(r"(?:/(\d+)(?:/(notes)(?:/(\d+))?)?)?", seen.path.removeprefix(_PREFIX))
    if match is None:
        return Sent(404, {"error": "404 Not Found"})
    number, notes, note = match.groups()
    if number is None:
        return _create(state, seen.body) if seen.method == "POST" else _list(state, seen)
    found = next((one for one in state.requests if one.number == int(number)), None)
    if found is None:
        return Sent(404, {"message": "404 Not found"})
    if notes:
        return _notes(state, seen, found, note)
    return _update(state, found, seen.body) if seen.method == "PUT" else Sent(200, _merge_request(state, found))


def _list(state: ForgeState, seen: Seen) -> Sent:
    wanted, branch = seen.query.get("state", "all"), seen.query.get("source_branch")
    found = [
        _merge_request(state, one)
        for one in reversed(state.requests)
        if wanted in {"all", _STATES[one.state]} and branch in {None, one.branch}
    ]
    return _paged(state, seen, list(found))


def _create(state: ForgeState, body: JsonObject) -> Sent:
    missing = [name for name in ("source_branch", "target_branch", "title") if not body.get(name)]
    if missing:
        return Sent(400, {"error": ", ".join(f"{name} is missing" for name in missing)})
    source, target, title = (str(body[name]) for name in ("source_branch", "target_branch", "title"))
    if len(title) > 255:
        return Sent(400, {"message": {"title": ["is too long (maximum is 255 characters)"]}})
    if not state.tip(source) or not state.tip(target):
        return Sent(400, {"message": {"base": ["branch does not exist"]}})
    for one in state.requests:
        if one.state == "open" and not one.fork and (one.branch, one.base) == (source, target):
            return Sent(
                409, {"message": [f"Another open merge request already exists for this source branch: !{one.number}"]}
            )
    made = state.add(source, target, title, str(body.get("description") or ""), draft=_DRAFT.match(title) is not None)
    return Sent(201, _merge_request(state, made))


def _update(state: ForgeState, found: FakeRequest, body: JsonObject) -> Sent:
    known = {"title", "description", "target_branch", "add_labels", "state_event"}
    if not known & set(body):
        return Sent(400, {"error": f"{', '.join(sorted(known))} are missing, at least one parameter must be provided"})
    found.title, found.body = str(body.get("title", found.title)), str(body.get("description", found.body))
    found.draft = _DRAFT.match(found.title) is not None
    found.base = str(body.get("target_branch", found.base))
    added = str(body.get("add_labels", "")).split(",")
    found.labels += [name for name in added if name and name not in found.labels]
    return Sent(200, _merge_request(state, found))


def _notes(state: ForgeState, seen: Seen, found: FakeRequest, note: str | None) -> Sent:
    if note is not None:
        comment = next((one for one in found.comments if one.id == int(note)), None)
        if comment is None:
            return Sent(404, {"message": "404 Note Not Found"})
        comment.body = str(seen.body["body"])
        return Sent(200, _note(comment))
    if seen.method == "GET":
        ordered = found.comments if seen.query.get("sort") == "asc" else found.comments[::-1]
        return _paged(state, seen, [_note(one) for one in ordered])
    if not seen.body.get("body"):
        return Sent(400, {"error": "body is missing"})
    return Sent(201, _note(state.comment(found, state.me, str(seen.body["body"]))))


def _paged(state: ForgeState, seen: Seen, items: list[object]) -> Sent:
    shown, number, last = page(state, seen, items)
    following = str(number + 1) if number < last else ""
    # An administrator's external_url that is not the address asked: clients must go by X-Next-Page.
    link = f'<http://gitlab.internal{seen.path}?page={following}>; rel="next"' if following else ""
    return Sent(200, shown, {"X-Next-Page": following, "X-Page": str(number), **({"Link": link} if link else {})})


def _merge_request(state: ForgeState, one: FakeRequest) -> JsonObject:
    return {
        "id": 1000 + one.number,
        "iid": one.number,
        "web_url": f"https://gitlab.example/{PROJECT}/-/merge_requests/{one.number}",
        "state": _STATES[one.state],
        "title": one.title,
        "description": one.body or None,
        "draft": one.draft,
        "source_branch": one.branch,
        "target_branch": one.base,
        "source_project_id": 9 if one.fork else 3,
        "target_project_id": 3,
        "sha": one.head or state.tip(one.branch) or None,
        "merge_commit_sha": one.merge_commit,
        "squash_commit_sha": None,
        "labels": list(one.labels),
        "closed_by": {"username": one.closed_by} if one.closed_by else None,
        "closed_at": one.closed_at,
        "author": {"username": one.author},
    }


def _note(one: FakeComment) -> JsonObject:
    author = {"username": one.author}
    return {"id": one.id, "body": one.body, "author": author, "created_at": one.created, "system": one.system}
