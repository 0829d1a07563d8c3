"""GitHub's rules for `forge_server`.

Source: docs.github.com, REST API version 2022-11-28 ("REST API endpoints for pull requests", "... for issues", "... for
issue comments", "... for labels", "Get the authenticated user", "Using pagination in the REST API", "Best practices
for using the REST API"), and the GraphQL reference (`viewer`, `markPullRequestReadyForReview`,
`convertPullRequestToDraft`).
"""

import re
from urllib.parse import urlencode

from runtime.contracts.json_types import JsonObject
from tests.forge_server import PROJECT, TOKEN, FakeComment, FakeRequest, ForgeState, Seen, Sent, page

_LONGEST_BODY = 65_536
_INTEGRATION = {"message": "Resource not accessible by integration", "status": "403"}


def github(state: ForgeState, seen: Seen) -> Sent:
    """Return what GitHub answers."""
    if seen.headers.get("authorization") != f"Bearer {TOKEN}":
        return Sent(401, {"message": "Bad credentials", "documentation_url": "https://docs.github.com/rest"})
    if not seen.headers.get("user-agent"):
        return Sent(403, "Request forbidden by administrative rules. Please make sure your request has a User-Agent")
    if seen.path == "/graphql":
        return _graphql(state, seen)
    if seen.headers.get("accept") != "application/vnd.github+json":
        return Sent(415, {"message": "Unsupported 'Accept' header"})
    if seen.headers.get("x-github-api-version") != "2022-11-28":
        return Sent(400, {"message": "API version is not supported"})
    if seen.path == "/user":
        return Sent(403, _INTEGRATION) if state.is_installation else Sent(200, _user(state, state.me))
    match = re.fullmatch(rf"/repos/{PROJECT}/(pulls|issues)(?:/(\d+))?(?:/(comments|labels))?", seen.path)
    if comment := re.fullmatch(rf"/repos/{PROJECT}/issues/comments/(\d+)", seen.path):
        return _edit_comment(state, seen, int(comment[1]))
    if match is None:
        return Sent(404, {"message": "Not Found", "status": "404"})
    kind, number, part = match.groups()
    if number is None:
        return _pulls(state, seen) if kind == "pulls" else Sent(404, {"message": "Not Found"})
    found = next((one for one in state.requests if one.number == int(number)), None)
    if found is None:
        return Sent(404, {"message": "Not Found"})
    return _one(state, seen, found, kind, part)


def _pulls(state: ForgeState, seen: Seen) -> Sent:
    if seen.method == "POST":
        return _create(state, seen.body)
    wanted, head = seen.query.get("state", "open"), seen.query.get("head", "")
    owner, _, branch = head.partition(":")
    found = [
        _pull(state, one)
        for one in reversed(state.requests)
        if wanted in {"all", "open" if one.state == "open" else "closed"}
        and (not branch or (one.branch == branch and owner == ("stranger" if one.fork else "acme")))
    ]
    return _paged(state, seen, list(found))


def _create(state: ForgeState, body: JsonObject) -> Sent:
    missing = [name for name in ("title", "head", "base") if not body.get(name)]
    if missing:
        return _invalid({"resource": "PullRequest", "field": missing[0], "code": "missing_field"})
    head, base, text = str(body["head"]), str(body["base"]), str(body.get("body") or "")
    if not state.tip(head):
        return _invalid({"resource": "PullRequest", "field": "head", "code": "invalid"})
    if not state.tip(base):
        return _invalid({"resource": "PullRequest", "field": "base", "code": "invalid"})
    if len(text) > _LONGEST_BODY:
        return _invalid({"message": "body is too long (maximum is 65536 characters)"})
    if any(one.state == "open" and not one.fork and one.branch == head and one.base == base for one in state.requests):
        return _invalid({"message": f"A pull request already exists for acme:{head}."})
    if body.get("draft") and not state.has_drafts:
        return _invalid({"message": "Draft pull requests are not supported in this repository."})
    made = state.add(head, base, str(body["title"]), text, draft=bool(body.get("draft")))
    return Sent(201, _pull(state, made))


def _one(state: ForgeState, seen: Seen, found: FakeRequest, kind: str, part: str | None) -> Sent:
    body = seen.body
    if part == "comments":
        if seen.method == "GET":
            return _paged(state, seen, [_comment(state, one) for one in found.comments])
        if not body.get("body"):
            return _invalid({"resource": "IssueComment", "field": "body", "code": "missing_field"})
        return Sent(201, _comment(state, state.comment(found, state.me, str(body["body"]))))
    if part == "labels" and seen.method == "POST":
        labels = body.get("labels")
        assert isinstance(labels, list)
        found.labels += [str(name) for name in labels if name not in found.labels]
        return Sent(200, [{"name": name} for name in found.labels])
    if seen.method == "PATCH" and kind == "pulls":
        if "draft" in body:
            return _invalid({"message": '"draft" is not a permitted key.'})
        found.title, found.body = str(body.get("title", found.title)), str(body.get("body", found.body))
        found.base = str(body.get("base", found.base))
        return Sent(200, _pull(state, found))
    if kind == "issues":
        closed_by = _user(state, found.closed_by) if found.closed_by else None
        return Sent(200, {"number": found.number, "closed_by": closed_by, "closed_at": found.closed_at})
    return Sent(200, _pull(state, found))


def _edit_comment(state: ForgeState, seen: Seen, number: int) -> Sent:
    for request in state.requests:
        for comment in request.comments:
            if comment.id == number and seen.method == "PATCH":
                comment.body = str(seen.body["body"])
                return Sent(200, _comment(state, comment))
    return Sent(404, {"message": "Not Found"})


def _graphql(state: ForgeState, seen: Seen) -> Sent:
    query = str(seen.body.get("query", ""))
    if "viewer" in query:
        return Sent(200, {"data": {"viewer": {"login": state.me}}})
    variables = seen.body.get("variables")
    node = variables.get("id") if isinstance(variables, dict) else None
    found = next((one for one in state.requests if f"PR_{one.number}" == node), None)
    if found is None:
        error = {"type": "NOT_FOUND", "message": f"Could not resolve to a node with the global id of '{node}'"}
        return Sent(200, {"data": None, "errors": [error]})
    if "convertPullRequestToDraft" in query and not state.has_drafts:
        return Sent(200, {"errors": [{"message": "Draft pull requests are not supported in this repository"}]})
    found.draft = "convertPullRequestToDraft" in query
    return Sent(200, {"data": {"done": {"pullRequest": {"isDraft": found.draft}}}})


def _paged(state: ForgeState, seen: Seen, items: list[object]) -> Sent:
    shown, number, last = page(state, seen, items)
    links = []
    if number < last:
        query = urlencode({**seen.query, "page": str(number + 1)})
        links.append(f'<{state.url}{seen.path}?{query}>; rel="next"')
        links.append(f'<{state.url}{seen.path}?page={last}>; rel="last"')
    return Sent(200, shown, {"Link": ", ".join(links)} if links else {})


def _pull(state: ForgeState, one: FakeRequest) -> JsonObject:
    repository = {"id": 1, "full_name": PROJECT}
    head = {"ref": one.branch, "sha": one.head or state.tip(one.branch), "repo": {"id": 2} if one.fork else repository}
    return {
        "number": one.number,
        "node_id": f"PR_{one.number}",
        "html_url": f"https://github.example/{PROJECT}/pull/{one.number}",
        "state": "open" if one.state == "open" else "closed",
        "title": one.title,
        "body": one.body or None,
        "draft": one.draft,
        "head": head,
        "base": {"ref": one.base, "sha": state.tip(one.base), "repo": repository},
        "labels": [{"id": 1, "name": name} for name in one.labels],
        "merged_at": one.closed_at if one.state == "merged" else None,
        "merge_commit_sha": one.merge_commit,
        "user": _user(state, one.author),
    }


def _user(state: ForgeState, login: str) -> JsonObject:
    return {"login": login, "id": 1, "type": "Bot" if login in state.bots else "User"}


def _comment(state: ForgeState, one: FakeComment) -> JsonObject:
    return {"id": one.id, "user": _user(state, one.author), "body": one.body, "created_at": one.created}


def _invalid(*errors: object) -> Sent:
    return Sent(422, {"message": "Validation Failed", "errors": list(errors), "status": "422"})
