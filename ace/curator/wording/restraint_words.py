"""The words that hold an action back, those that take that back again, and those that push."""

import re
from collections.abc import Sequence

from ace.curator.wording.words_of import bases, listed

# Alone they hold back what follows in the same clause.
NEGATORS = listed(
    """not never no cannot neither nor none avoid refrain stop wait withhold delay postpone defer prevent resist"""
)
# They hold nothing back that may be relied on, and with a negator they push: "do not hesitate to".
PARTNERS = listed(
    """hesitate fail forget refuse late slow afraid worry mind miss lose omit skip deny leave lack exclude spare
    shy reluctant neglect abstain doubt keep decline reject harm wrong bad sorry discard"""
)
_BACK = {"hold": {"back", "off"}, "keep": {"out", "from", "back", "closed"}}
# What may stand before the negation of a clause: "you must not", "hints should never", "ensure that ... do not".
LEADING = listed(
    """you do does must should may can could will shall please always is are be it they the a an any each your
    agent tutor and or then also so ensure that sure make of in ask student option choice right correct case
    letter word text after been has have first"""
)
# Between the negation and the action these make it another sentence: "do not ask what you can reveal".
BETWEEN_NEVER = listed("what which who whom you they but be is are too that if")
# Behind the action these take the negation to themselves: "never reveal late".
BEHIND_NEVER = listed("late later slow slowly rarely seldom little only sometimes")
# Said instead of looked at: "say that you have looked before you reveal".
TELLING = listed(
    """say tell claim write state name invent treat believe assume imagine suppose put report mention pretend"""
)
# Beside the point as well, unless what is given is what the rule asks for: "give a hint before".
GIVING = listed("show make take choose pick add give offer send share return")
# A condition of these is what somebody wants or says, not what happened.
WISHES = listed("ask want say request tell like wish demand seem feel tired please hope beg")
MODALS = listed("must should may can will is are has shall might could")
CONDITIONS = frozenset({"when", "if", "after", "once", "while"})
OBLIGATION_GONE = re.compile(
    r"\b(?:(?:wrong|bad|useless|pointless|late|early|silly) to|not good|no good|need not"
    r"|no (?:need|reason|harm|use|point|matter|problem)|not (?:needed?|have|necessary|required?|important"
    r"|only|always|just|merely|matter|harm|bad|wrong|have to|too)|nothing wrong|by you(?:rself)?)\b"
)
# In a clause with the restrained action these ask for it constantly, at once or in any case.
CONSTANT = re.compile(
    r"\b(?:always|constantly|continually|forever|everything|everyone|anyway|anyhow|regardless|whatever|whichever"
    r"|immediately|instantly|at once|right away|straight away|directly|straight|every \w+|each \w+"
    r"|as you (?:like|wish|want)|freely|in any case|all the time|first of all|without delay|no matter)\b"
)
EVEN = re.compile(
    r"\b(?:even (?:if|when|before|though|without|after)|every time|each time|any time|no matter|regardless|whenever"
    r"|from now on|at all times)\b"
)
LIMITS = re.compile(
    r"\b(?:one (?:\w+ ){0,2}at a time|at most (?:one|1|two|2|three|3) (?:\w+ )?(?:levels?|steps?|tools?|calls?)"
    r"|(?:only|just|exactly|by) (?:only |just |exactly )?one|one by one|step by step|no (?:more|higher|further) than"
    r"|not (?:\w+ )*?(?:more|higher|further) than|never (?:\w+ )*?(?:more|higher|further) than|level by level"
    r"|limit|limited|only once|at most once|one level (?:above|higher) at most|each level|in order"
    r"|next (?:hint )?level|from level)\b"
)
# A limit that is itself denied.
NO_LIMIT = re.compile(
    r"\b(?:not|never|avoid|no|nor|without)\b(?! (?:\w+ )*(?:more|higher|further) than)(?! skip| jump)"
)


def is_form_of(word: str, among: frozenset[str]) -> bool:
    """Return True when `word` or a base form of it is in `among`."""
    return word in among or any(base in among for base in bases(word))


def holding(words: Sequence[str], end: int | None = None) -> tuple[int, int]:
    """Return how many negators and how many of their partners are in `words`, up to the index `end` if given."""
    negators = partners = 0
    for index, word in enumerate(words[:end]):
        base = next((form for form in (word, *bases(word)) if form in _BACK), "")
        if is_negator(words, index):
            negators += 1
        elif word not in {"wrong", "mind"} and is_form_of(word, PARTNERS) and base != "keep":
            partners += 1
    return negators, partners


def is_negator(words: Sequence[str], index: int) -> bool:
    """Return True when the word at `index` holds back: not, never, avoid; "hold back", "keep out"; no "or no"."""
    word = words[index]
    base = next((form for form in (word, *bases(word)) if form in _BACK), "")
    if base:
        return bool(_BACK[base] & set(words[index + 1 : index + 6]))
    return is_form_of(word, NEGATORS) and not (word == "no" and index > 0 and words[index - 1] == "or")


# What a condition, or what must come first, may be told in besides the words for what the rule's condition looks at.
GLUE = listed(
    """a every locally all already same also always an and any are as at be been being both by can case correctly
    did do does doing done each earlier either episode even far first for from gave get given gives giving got
    had has have having if in is it its just last latest least local made make makes making may message more
    must next not nothing of on one once only or other own part particular please previous should so some
    something still student student's students successfully such than that the their them then there these they
    this those to turn two three up used was were what when which while with yet you your agent tutor who call
    no answer answered after before during most highest 1 2 3 0 four five request request's"""
)
# Verbs that speak to the one who is talked to.
SAYING = listed("""otherwise say send something new other missing result results point answer respond reply""")
# Verbs of doing what is restrained.
DOING = listed(
    """away resort browse share say tell show write name state explain contain leak include mention reveal teach
    refuse repeat using calling proceed answer"""
)
# Verbs of asking for it: "ensure that the index was searched", "ask the student for an attempt".
ASKING = listed(
    """ensure sure check verify confirm let allow ask encourage require invite wait hold use call query search look
    read run gather need try talk describe measure observe view examine find go reach return finish complete get
    obtain see start begin continue guide consult resort move prioritise prioritize prefer favour favor instead
    rather back provide give request choose pick follow come must should know show new different another else
    word way chance tool about"""
)
