"""What a forge's error answer means, in words that say what to do. Pure."""

import json
from urllib.parse import urlsplit

from ace.forges.errors import (
    ForgeAnswerError,
    ForgeDeniedError,
    ForgeDownError,
    ForgeError,
    ForgeMissingError,
    ForgeRefusedError,
)
from ace.forges.http_exchange import HttpAnswer, HttpSetup
from ace.text.visible_text import escape_text
from runtime.contracts.json_types import JsonObject

_MOST_SAID = 300


def parse_json(answer: HttpAnswer) -> object:
    """Return the answer's JSON value; None for an empty body. Raises: ValueError when it is not JSON."""
    if not answer.body.strip():
        return None
    try:
        return json.loads(answer.body)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def what_it_said(answer: HttpAnswer, setup: HttpSetup) -> str:
    """Return the forge's own message on one line of at most 300 characters, without secrets; empty when none.

    Reads `message`, `error`, `error_description` and `errors` of a JSON object; a page of HTML says nothing.
    """
    try:
        value = parse_json(answer)
    except ValueError:
        return ""
    if not isinstance(value, dict):
        return ""
    parts = [text for name in ("message", "error", "error_description") if (text := _flat(value.get(name)))]
    parts += [text for item in _listed(value.get("errors")) if (text := _error_words(item))]
    said = "; ".join(dict.fromkeys(parts))
    return escape_text(setup.token.scrub(said))[:_MOST_SAID]


def refusal(answer: HttpAnswer, setup: HttpSetup, what: str) -> ForgeError:
    """Return the error that an answer of 300 or more stands for. `what` was asked for, such as `pull request 7`."""
    host = urlsplit(setup.api).netloc
    said = what_it_said(answer, setup)
    tail = f" ({said})" if said else ""
    name = setup.token.name
    if answer.status == 401:
        message = f"{host}: {name} is not accepted{tail}; it is wrong, revoked or expired: set a new one"
        return ForgeDeniedError(message, 401)
    if answer.status == 403:
        return ForgeDeniedError(f"{host}: {name} may not do this: {what}{tail}; {_missing_permission(answer, said)}")
    if answer.status == 404:
        return ForgeMissingError(
            f"{host}: there is no {what}, or {name} cannot see it{tail}; check forge.project, and that the token was "
            "given access to this project"
        )
    if answer.status >= 500:
        return ForgeDownError(f"{host} answered {answer.status}{tail} for {what}; try again later")
    if not said and _is_page(answer):
        return ForgeAnswerError(
            f"{host} answered {answer.status} with a web page for {what}; is forge.api the address of its API?"
        )
    return ForgeRefusedError(f"{host} refused {what} with {answer.status}{tail}", answer.status, said)


def _missing_permission(answer: HttpAnswer, said: str) -> str:
    """Return what the token lacks, as the forge says it.

    Source: docs.github.com, "Permissions required for fine-grained personal access tokens" (the header
    X-Accepted-GitHub-Permissions) and "Scopes for OAuth apps" (X-Accepted-OAuth-Scopes); docs.gitlab.com,
    "REST API authentication".
    """
    headers = answer.headers
    if "x-github-sso" in headers:
        return "authorize the token for the organization's single sign-on"
    if accepted := headers.get("x-accepted-github-permissions", ""):
        return f"it needs the permission {escape_text(accepted)[:200]}"
    if accepted := headers.get("x-accepted-oauth-scopes", ""):
        has = escape_text(headers.get("x-oauth-scopes", "") or "none")[:200]
        return f"it needs one of the scopes {escape_text(accepted)[:200]}, and has {has}"
    if "insufficient_scope" in said or "scope" in said:
        return "it needs the scope `api`"
    return "it needs write access to pull requests and contents (GitHub), or scope `api` and role Developer (GitLab)"


def _flat(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "; ".join(text for item in value if (text := _flat(item)))
    if isinstance(value, dict):
        return "; ".join(f"{name}: {text}" for name, item in value.items() if (text := _flat(item)))
    return ""


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _error_words(item: object) -> str:
    if not isinstance(item, dict):
        return _flat(item)
    fields: JsonObject = item
    return _flat(fields.get("message")) or " ".join(
        text for name in ("resource", "field", "code") if (text := _flat(fields.get(name)))
    )


def _is_page(answer: HttpAnswer) -> bool:
    return "html" in answer.headers.get("content-type", "") or answer.body.lstrip()[:1] == b"<"
