"""What `ace open` prints. Pure."""

from ace.forges.opened_requests import OpenedRequests, RequestRow
from ace.text.visible_text import escape_text

_NONE = "No open proposal; `ace cycle` makes them, `ace diff` shows them."


def opened_text(opened: OpenedRequests) -> str:
    """Return a line a proposal, its address and what there is to say below, with a newline at the end."""
    if not opened.rows:
        return _NONE + "\n"
    place = {"none": f"remote {opened.remote}" if opened.remote else "no forge, no remote: plain git"}.get(
        opened.forge, f"{opened.forge} {opened.project}".strip()
    )
    lines = [f"{place}{'   (dry run: nothing is written)' if opened.is_dry_run else ''}"]
    lines += [line for row in opened.rows for line in _row_lines(row, opened.is_dry_run)]
    lines += [f"rejected   {escape_text(rule)}: kept on branch ace/rejected" for rule in opened.rejected]
    return "\n".join(lines) + "\n"


def _row_lines(row: RequestRow, is_dry_run: bool) -> list[str]:
    pushed = " and pushed" if row.pushed and row.action != "pushed" else ""
    would = "would be " if is_dry_run and row.action in {"created", "updated", "pushed", "commented"} else ""
    verdict = f"   {escape_text(row.verdict)}" if row.verdict else ""
    lines = [f"{would}{row.action}{pushed}".ljust(9) + f"  {escape_text(row.branch)}{verdict}"]
    lines += [f"           {escape_text(row.url)}"] if row.url else []
    lines += [f"           {escape_text(row.detail)}"] if row.detail else []
    return lines
