"""What no draft may speak of: rules and those who judge them, words said above, secrecy, signs to wait for, persons.

Most of these words are not in the vocabulary; here they get a reason of their own, and they stay out when an agent's
documentation happens to have them ("the reveal gate"). A person may allow one by name in `curator.words`.
"""

import re
from collections.abc import Mapping

from ace.curator.wording.words_of import bases, words_of

_RULES = "rule rulebook playbook guideline policy prompt gate guardrail restriction permission privilege scope override"
_JUDGES = "curator grader judge score grade scorer evaluator evaluation examiner reviewer rating jury benchmark reward"
_SECRECY = "secret secretly secrecy hide hidden conceal disguise quietly unnoticed pretend"
_LEAKS = (
    "encode decode base64 encrypt cipher backwards backward upload download transmit email mail url http link forward"
)
_ASIDE = "ignore disregard bypass circumvent evade"
_DATES = "january february march april june july august september october november december monday tuesday wednesday"
_REASONS: Mapping[str, str] = {
    word: reason
    for words, reason in (
        (_RULES, "speaks of rules, prompts or permissions; a rule says what the agent does, not what binds it"),
        (_JUDGES, "speaks of those who judge the agent"),
        (_SECRECY, "asks for something to be kept secret"),
        (_LEAKS, "speaks of ways to move or disguise text"),
        (_ASIDE, "asks to set something aside"),
        (_DATES + " thursday friday saturday sunday", "names a date; what a rule asks cannot begin on a day"),
    )
    for word in words.split()
}
_PHRASES = (
    (
        "points at other instructions",
        r"\b(?:these|those|your|other|previous|earlier|above|all|any|the|new)\s+instructions?\b|"
        r"\byou (?:were|have been) (?:told|given|instructed)\b"
        r"|\b(?:told|written|said|stated) (?:above|before|earlier)\b",
    ),
    (
        "points at itself",
        r"\b(?:this|that|each|every|same|these) (?:sentence|line|text|note|message|words?)\b.*\b(?:to|in)"
        r" (?:each|every|all)\b|\b(?:end|begin|start|open|finish) (?:each|every|all|your) (?:\w+ )?"
        r"(?:turns?|cases?|hints?|responses?|answers?|messages?) with (?:these|this|the)\b",
    ),
    (
        "asks to do what another text says",
        r"(?<!not )\b(?:do|follow|obey|repeat|use) (?:what|whatever|everything|all) (?:\w+ ){0,4}?"
        r"(?:tells?|says?|asks?|wants?|writes?|orders?|demands?|requests?)\b",
    ),
    (
        "waits for words someone says",
        r"\b(?:says?|writes?|types?|mentions?|uses?|sees?|hears?) (?:the |a |this |that |these )?(?:\w+ )?"
        r"(?:words?|names?|numbers?|colou?rs?)\b(?!['’]| of the (?:right|correct))",
    ),
    ("asks for something to be kept secret", r"\b(?:say|tell|mention|show) (?:nothing|no one|nobody)\b"),
    (
        "puts what was said into a tool call",
        r"\b(?:arguments?|(?:the|a|as|your|each|its) query)\b.*\b(?:student|conversation|message|said|words of|answer"
        r"|option|history|everything)\b|\b(?:student|conversation|message|said|words of|answer|option|history"
        r"|everything)\b.*\b(?:as|in|into|to|with) (?:the |an? |its |each |your )?(?:tool )?(?:arguments?|query)\b"
        r"|\bsearch(?:ing|es)? (?:\w+ )?(?:for|with|about|by) (?:what|all|everything"
        r"|(?:the |their )?(?:student|words of|conversation|message))\b",
    ),
    ("asks for a number of times", r"\b(?:\d+|three|four|five|six|seven|eight|nine|ten|many|several|few) times\b"),
    ("speaks of every time to come", r"\bfrom (?:now|here|this \w+) on\b|\bfrom now\b"),
    (
        "counts cases or turns",
        r"\b(?:every|each) (?:second|third|fourth|fifth|sixth|other|\w+th|\d+) (?:case|turn)s?\b"
        r"|\bcase \d",
    ),
    (
        "asks for what belongs to a person",
        r"\b(?:student|patient|user|person|people|their|your|his|her)(?:['’]s|s['’])? (?:own |full |real )?"
        r"(?:names?|address|age|birthday|phone|details|data|identity|history|messages?)\b",
    ),
)
_PATTERNS = tuple((reason, re.compile(pattern, re.IGNORECASE)) for reason, pattern in _PHRASES)


def why_out_of_bounds(text: str, added: frozenset[str]) -> str:
    """Return what `text` speaks of that no draft may, "" when it does not. `added`: words a person has allowed."""
    for word in words_of(text):
        found = next((form for form in (word, *bases(word)) if form in _REASONS), "")
        if found and word not in added and found not in added:
            return f"{_REASONS[found]} ({word!r})"
    for reason, pattern in _PATTERNS:
        match = pattern.search(text)
        if match is not None:
            return f"{reason} ({match.group()[:60]!r})"
    return ""
