"""Every proposal at the forge: what `ace open` and the last step of a cycle call."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from ace.errors import AceError
from ace.forges.build_forge import build_forge, forge_setup
from ace.forges.errors import ForgeBusyError, ForgeError
from ace.forges.forge_client import Pause
from ace.forges.forge_token import find_token
from ace.forges.open_one import OpenContext, OpenedOne, open_one
from ace.forges.opened_requests import Action, OpenedRequests, RequestRow
from ace.forges.plain_git import PlainGit, publish
from ace.review.build_diff import build_diff
from ace.review.errors import ProposalError, ReviewError
from ace.review.fingerprint import proposal_id
from ace.review.report import DiffItem, DiffReport
from ace.review.review_words import rejected_words
from ace.session import Session
from runtime.contracts.errors import RuntimeFault
from runtime.traces.redaction import redact_text


def check_forge(session: Session) -> None:
    """Return when the settings, the token and the remote can be used; nothing is sent.

    For the beginning of a cycle, so that a night is not lost on a missing token. Raises: ForgeSetupError.
    """
    settings = session.settings
    if settings.forge.kind != "none":
        forge_setup(settings.forge, session.environ, session.workspace.repo, settings.review.remote)


def open_requests(
    session: Session, proposals: Sequence[str] = (), *, is_dry_run: bool = False, pause: Pause | None = None
) -> OpenedRequests:
    """Return what became of `proposals` (ids, beginnings of ids, branches; none: all that are open), in their order.

    One that cannot be done is a row that says why, and does not stop the others; so is a forge that cannot be asked at
    all. With `is_dry_run` the forge and the remote are read, and nothing is written. Nothing is asked of the network
    when there is no proposal, or neither forge nor remote is set.
    A request that a person closed becomes a rejection, once.
    Raises: UnknownProposalError, ProposalError for a name that names none or several; NoBaseError, GitError;
        RuleError when a rejection cannot be read or written.
    """
    settings, repo = session.settings, session.workspace.repo
    remote = settings.review.remote_name
    report = build_diff(repo, session.branch, "", remote=remote)
    items = _chosen(session, report, proposals)
    opened = OpenedRequests(settings.forge.kind, "", settings.review.remote or "", is_dry_run, ())
    if not items:
        return opened
    if settings.forge.kind == "none":
        place, rejected = PlainGit(repo, settings.review.remote, is_dry_run), _rejected(session, report, items)
        return _filled(opened, items, lambda item: _published(place, item, rejected), redact_text)
    return _at_forge(session, report, items, opened, pause)


def _chosen(session: Session, report: DiffReport, proposals: Sequence[str]) -> tuple[DiffItem, ...]:
    if not proposals:
        return tuple(item for item in report.items if item.proposal is not None)
    found: dict[str, DiffItem] = {}
    remote = session.settings.review.remote_name
    for name in proposals:
        if ".." in name:
            raise ProposalError(f"{name!r} is a range of commits; name proposals: ids or branches")
        for item in build_diff(session.workspace.repo, session.branch, "", name, remote=remote).items:
            if item.proposal is not None:
                found[item.proposal.id] = item
    return tuple(found.values())


def _at_forge(
    session: Session, report: DiffReport, items: Sequence[DiffItem], opened: OpenedRequests, pause: Pause | None
) -> OpenedRequests:
    settings, repo = session.settings, session.workspace.repo
    remote = settings.review.remote
    try:
        forge = build_forge(settings.forge, session.environ, repo, remote, pause)
    except AceError as exc:
        return replace(opened, rows=tuple(_failed(item, str(exc)) for item in items))
    hide = find_token(settings.forge, session.environ).scrub
    opened = replace(opened, project=forge.project)
    try:
        context = OpenContext(
            repo=repo,
            remote=remote or "",
            forge=forge,
            account=forge.account(),
            base=report.base_name,
            base_commit=report.base_commit,
            labels=settings.forge.labels,
            again=_again(session, report.base_commit),
            rejected=_rejected(session, report, items),
            is_dry_run=opened.is_dry_run,
        )
        return _noticed(session, _filled(opened, items, lambda item: open_one(context, item), hide))
    except ForgeError as exc:
        # The token's own account cannot be asked for, so nothing else can.
        return replace(opened, rows=tuple(_failed(item, hide(str(exc))) for item in items))
    finally:
        forge.close()


def _published(place: PlainGit, item: DiffItem, rejected: Mapping[str, str]) -> OpenedOne:
    row = _row(item)
    return OpenedOne(replace(row, detail=rejected[row.proposal]) if row.proposal in rejected else publish(place, item))


def _rejected(session: Session, report: DiffReport, items: Sequence[DiffItem]) -> dict[str, str]:
    """Return in words what stands against each of the proposals that a person rejected, by id."""
    from ace.rejections.standing_against import rejection_words, standing_against

    found = {item.proposal.id: item.proposal for item in items if item.proposal and not item.proposal.is_merged}
    known_at = (session.settings.review.remote_name, session.clock.now()[:10])
    against = standing_against(session.workspace.repo, report.base_commit, found, known_at)
    return {
        name: f"{rejection_words(one)}; {rejected_words([found[name]]).removeprefix('1 rejected, ')}"
        for name, one in against.items()
    }


def _again(session: Session, reviewed: str) -> dict[str, str]:
    """Return the day from which each proposal may come again whose rejection was taken back or has expired."""
    from ace.rejections.known_rejections import known_rejections

    today = session.clock.now()[:10]
    known = known_rejections(session.workspace.repo, reviewed, session.settings.review.remote_name)
    return {
        proposal_id(one.fingerprint): one.withdrawn or one.expires or today for one in known if not one.stands(today)
    }


def _noticed(session: Session, opened: OpenedRequests) -> OpenedRequests:
    """Return `opened` after the requests that people closed became rejections, each once."""
    if not opened.closed or opened.is_dry_run:
        return opened
    from ace.rejections.notice_closed import notice_closed_requests

    written = notice_closed_requests(session, opened.closed)
    return replace(opened, rejected=tuple(one.rule for one in written))


def _filled(
    opened: OpenedRequests,
    items: Sequence[DiffItem],
    do: Callable[[DiffItem], OpenedOne],
    hide: Callable[[str], str],
) -> OpenedRequests:
    """Return `opened` with a row an item. `hide` takes secrets out of what is said."""
    done: list[OpenedOne] = []
    stop = ""
    for item in items:
        if reason := _why_left(item):
            done.append(OpenedOne(replace(_row(item), detail=reason)))
        elif stop:
            done.append(OpenedOne(_failed(item, f"not tried: {stop}")))
        else:
            try:
                done.append(do(item))
            except (AceError, ReviewError, RuntimeFault, OSError) as exc:
                # A limit of the token's holds for the others, too.
                stop = hide(str(exc)) if isinstance(exc, ForgeBusyError) else ""
                done.append(OpenedOne(_failed(item, hide(str(exc)))))
    rows = tuple(replace(one.row, detail=hide(one.row.detail)) for one in done)
    closed = (replace(one.closed, reason=hide(one.closed.reason)) for one in done if one.closed)
    return replace(opened, rows=rows, closed=tuple(closed))


def _why_left(item: DiffItem) -> str:
    """Return why a proposal is not for a forge at all, empty when it is."""
    assert item.proposal is not None
    if item.proposal.problem:
        return item.proposal.problem
    if item.proposal.is_merged:
        return "merged already" + (
            "" if item.proposal.remote else f"; its branch can be deleted: git branch -D {item.proposal.branch}"
        )
    return "" if item.evidence else (item.problems or ("it holds no evidence",))[0]


def _row(item: DiffItem) -> RequestRow:
    assert item.proposal is not None
    merged: Action = "merged" if item.proposal.is_merged else "left"
    return RequestRow(item.proposal.id, item.proposal.name, merged, item.said)


def _failed(item: DiffItem, reason: str) -> RequestRow:
    return replace(_row(item), action="failed", detail=reason)
