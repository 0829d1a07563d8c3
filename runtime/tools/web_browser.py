"""web_browser: ask a configured search endpoint. Off without one; only results from allowed hosts come back.

Of a case, nothing but the query leaves this machine, and that with secrets taken out.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from runtime.contracts.errors import ToolError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ToolContext
from runtime.contracts.tool_call import Readiness, ToolOutput, ToolSpec
from runtime.tools.clean_text import clean_text
from runtime.tools.settings import WebSettings
from runtime.tools.web_hosts import host_of, is_allowed, plain_host
from runtime.tools.web_search import search_web

MAX_ROWS = 200
MAX_TITLE_CHARS, MAX_TEXT_CHARS, MAX_SUMMARY_CHARS = 200, 600, 1000
_HIT_SCHEMA: JsonObject = {
    "type": "object",
    "properties": {
        "citation": {"type": "string", "description": "web: and eight hex digits of the address's SHA-256"},
        "title": {"type": "string", "maxLength": MAX_TITLE_CHARS},
        "text": {"type": "string", "maxLength": MAX_TEXT_CHARS},
        "source": {"type": "string", "description": "the address"},
        "score": {"type": "number", "description": "1/rank in the endpoint's order", "minimum": 0, "maximum": 1},
    },
    "required": ["citation", "title", "text", "source", "score"],
}
SPEC = ToolSpec(
    name="web_browser",
    description="Search the web; only for what the local index does not have.",
    arguments={
        "type": "object",
        "properties": {
            "query": {
                "type": "string",
                "description": "what to search for; nothing about a patient",
                "minLength": 3,
                "maxLength": 200,
            },
        },
        "required": ["query"],
        "additionalProperties": False,
    },
    side_effect="external",
    permission="network.search",
    timeout_s=15.0,
    isolation="thread",
    output={
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": "as it was sent"},
            "hits": {"type": "array", "items": _HIT_SCHEMA, "maxItems": 10},
            "refused": {"type": "integer", "description": "results from hosts that are not allowed", "minimum": 0},
            "malformed": {"type": "integer", "description": "results without a usable address", "minimum": 0},
            "left_out": {"type": "integer", "description": "further allowed results", "minimum": 0},
        },
        "required": ["query", "hits", "refused"],
    },
)


@dataclass(frozen=True)
class WebBrowserTool:
    """Asks the endpoint of `settings`; None: always missing. `environ` holds the key (None: the process's own)."""

    settings: WebSettings | None = None
    environ: Mapping[str, str] | None = None

    @property
    def spec(self) -> ToolSpec:
        """The declaration; its timeout leaves the request its own, which the tool keeps itself."""
        return SPEC if self.settings is None else replace(SPEC, timeout_s=self.settings.timeout_s + 5.0)

    def readiness(self) -> Readiness:
        """Return what is missing, or which hosts results may come from. Nothing is sent."""
        web = self.settings
        if web is None:
            return _missing("no search endpoint is configured: set tools.web.endpoint in ace.yaml")
        odd = [name for name in web.allow if not plain_host(name)]
        if not web.allow or odd:
            problem = f"{odd[0]!r} is not a host name" if odd else "no host is allowed, so every result is refused"
            return _missing(f"{problem}: list hosts in tools.web.allow in ace.yaml, for example nih.gov")
        if web.api_key_env and not self._key(web):
            return _missing(f"the environment variable {web.api_key_env} (tools.web.api_key_env) is not set; set it")
        return Readiness("ready", f"search endpoint is configured; results from {', '.join(web.allow)}")

    def run(self, arguments: JsonObject, context: ToolContext) -> ToolOutput:
        """Return results from allowed hosts, in the endpoint's order, as quoted data with citation ids.

        Raises: ToolError missing_dependency when it is not set up, empty_result when nothing comes or all of it is
            refused, and as `search_web`.
        """
        readiness, web = self.readiness(), self.settings
        if web is None or readiness.state == "missing":
            raise ToolError("missing_dependency", readiness.told)
        query = clean_text(str(arguments.get("query", "")), 200)
        key = self._key(web) if web.api_key_env else ""
        answer = search_web(web.endpoint, query, key=key, key_env=web.api_key_env, timeout_s=web.timeout_s)
        rows = answer.get("results") if isinstance(answer, dict) else None
        if not isinstance(rows, list):
            raise ToolError("business_failure", "the search endpoint's JSON has no `results`; check tools.web.endpoint")
        usable = [row for row in rows[:MAX_ROWS] if isinstance(row, dict) and isinstance(row.get("url"), str)]
        allowed = [row for row in usable if is_allowed(row["url"], web.allow)]
        refused = len(usable) - len(allowed)
        if not allowed:
            why = f"all {refused} results are from hosts not in tools.web.allow" if refused else "nothing was found"
            raise ToolError("empty_result", f"{why} for {query!r}; try other words or use retrieve")
        hits = [_hit(row, rank) for rank, row in enumerate(allowed[: web.max_results], start=1)]
        data: JsonObject = {
            "query": query,
            "hits": list(hits),
            "refused": refused,
            "malformed": min(len(rows), MAX_ROWS) - len(usable),
            "left_out": len(allowed) - len(hits),
        }
        return ToolOutput(_summary(hits, refused), (), data)

    def _key(self, web: WebSettings) -> str:
        environ = os.environ if self.environ is None else self.environ
        return environ.get(web.api_key_env, "").strip()


def _missing(detail: str) -> Readiness:
    return Readiness("missing", detail, "no web search here; use retrieve")


def web_citation(url: str) -> str:
    """Return the id a web page is cited by: the same address gives the same id."""
    return f"web:{sha256(url.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def _hit(row: Mapping[str, object], rank: int) -> JsonObject:
    url = str(row["url"])
    return {
        "citation": web_citation(url),
        "title": clean_text(_text(row.get("title")), MAX_TITLE_CHARS),
        "text": clean_text(_text(row.get("content")), MAX_TEXT_CHARS),
        "source": url,
        "score": round(1.0 / rank, 3),
    }


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _summary(hits: Sequence[JsonObject], refused: int) -> str:
    """Citation, host, title and the text's beginning of each; the addresses are in the data."""
    tail = f" {refused} results from hosts that are not allowed were left out." if refused else ""
    room = (MAX_SUMMARY_CHARS - len(tail)) // max(len(hits), 1) - 1
    parts = [
        clean_text(f"[{hit['citation']}] {host_of(str(hit['source']))}: {hit['title']}: {hit['text']}", room)
        for hit in hits
    ]
    return " ".join(parts) + tail
