"""The fingerprint of what a rejection says was proposed, to hold it against the one it is filed under. Pure."""

from ace.rejections.rejection import Rejection
from ace.review.fingerprint import fingerprint
from runtime.contracts.rule import Otherwise, Rule


def stated_fingerprint(rejection: Rejection) -> str | None:
    """Return the fingerprint of what the file says: of rule, agent, words, conditions and the rest of what is hashed.

    None where it does not say what was proposed: no text, for anything but a deletion.
    """
    if rejection.op == "delete":
        return fingerprint(rejection.op, rejection.rule, None, rejection.merged, agent=rejection.agent)
    if not rejection.text.strip():
        return None
    # Not validated again: a file may hold what no rule may, and then it is of no proposal.
    after = Rule.model_construct(
        schema_=1,
        id=rejection.rule,
        title=rejection.rule,
        agent=rejection.agent,
        text=rejection.text,
        when=rejection.when,
        require=rejection.require,
        otherwise=Otherwise.model_construct(action=rejection.otherwise) if rejection.otherwise else None,
        enforce=rejection.enforce,
        audience=rejection.audience,
        status=rejection.status,
        priority=rejection.priority,
        safety=rejection.safety,
    )
    return fingerprint(rejection.op, rejection.rule, after, rejection.merged)
