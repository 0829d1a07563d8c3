"""Words that say the same as others, or nothing, where two rules in plain English are compared."""

from collections.abc import Mapping

SAME = """ask asks asked pose poses posed put puts query queries queried | answer reply response respond |
wait await | brief short concise | student learner pupil trainee | tell say state inform | image picture |
use call employ invoke run | explain clarify | give provide offer supply | mistake error slip | correct right |
reveal disclose | simple plain easy | check verify | look view inspect examine | web internet online |
index database corpus | local | read | page site | tool | word wording language | message turn | sentence |
describe | finding observation | name mention | difficult hard | help assist aid | praise commend |
again repeat repeatedly | sure certain confident | try attempt | propose suggest | kind friendly polite |
choose pick select | different another | end finish | question | cite quote | source reference | step stage |
quick fast | link url | write compose | failure fault | doctor clinician physician | patient | real actual |
refuse decline | symbol sign | hint clue | lesson microlesson | quiz test | guess | keep stay remain | begin start |
need require | cause | prefer favour favor | avoid | think reason | understand grasp |
summary summarise summarize recap"""
_LIGHT_WORDS = "please really simply then afterwards next given own always any also every per time them"
LIGHT = frozenset(_LIGHT_WORDS.split(" "))
# What these say is there without them too: "for each turn", "in a turn"; "if the student", "for a student".
NEUTRAL = frozenset({"all", "always", "also", "if", "any", "start"})
NUMBERS: Mapping[str, str] = {"single": "1", "sole": "1", "couple": "2", "pair": "2"}
BEGINS_ALIKE = 5
ORDERING = frozenset({"before", "after", "than", "until", "instead", "over"})
IRREGULAR: Mapping[str, str] = {
    "said": "say", "told": "tell", "shown": "show", "made": "make", "seen": "see", "written": "write", "found": "find",
    "taken": "take", "kept": "keep", "meant": "mean", "chosen": "choose", "begun": "begin",
    "drawn": "draw", "known": "know", "thought": "think", "understood": "understand", "sent": "send", "held": "hold",
}  # fmt: skip
ENDINGS = ("", "s", "es", "d", "ed", "ing")
# What stands behind one of these is bound to it: "explain a term in words" is not "explain words in a term".
BINDING = frozenset({"about", "from", "in", "into", "with", "without"})
