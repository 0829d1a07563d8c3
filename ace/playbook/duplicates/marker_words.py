"""Words that turn a rule's meaning: two rules that differ in one of these are never the same rule."""

from collections.abc import Mapping


def _words(text: str) -> frozenset[str]:
    return frozenset(_ordered(text))


def _ordered(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# Each marker stands for a kind; words of one kind say the same, words of different kinds do not.
NEGATIONS = _words("""not never no none nobody nothing neither nor without cannot avoid avoids avoiding refrain
refuse refuses forbid forbids forbidden prohibited prohibit stop stops skip skips omit omits
exclude excludes excluding except unless ignore ignores reject rejects deny denies withhold
withholds discontinue contraindicated instead rather lest hardly rarely seldom fail fails
lack lacks prevent prevents""")
CONTRACTION = "n't"
# What these say does not depend on which word follows, so they are compared without it. Phrases come first.
PHRASES: Mapping[tuple[str, ...], str] = {
    ("at", "least"): "at least",
    ("no", "less", "than"): "at least",
    ("not", "less", "than"): "at least",
    ("at", "most"): "at most",
    ("no", "more", "than"): "at most",
    ("not", "more", "than"): "at most",
    ("up", "to"): "at most",
    ("in", "addition"): "also",
    ("even", "if"): "even if",
    ("only", "if"): "only if",
    ("as", "well"): "also",
}
_KINDS = """always | only solely exclusively just merely | also additionally too besides | all every
each everything | any | some | most | both | either | or | once | twice thrice | may might
optionally optional | if when whenever | until till | first firstly | last finally lastly |
left | right | high higher highest | low lower lowest | more | less fewer | maximum max
maximal | minimum min minimal | above over exceeds exceed exceeding greater | below under
beneath | increase increases increasing raise raises | decrease decreases decreasing reduce
reduces lower lowers | start starts begin begins | continue continues | open opens | close
closes | enable enables | disable disables | allow allows permit permits | include includes
including | accept accepts | add adds | remove removes delete deletes | positive | negative
| before prior | after | during while | early earlier | late later | adult adults | child
children infant infants | male | female | daily | weekly | hourly | monthly | nightly | oral
orally | intravenous intravenously iv | intramuscular | subcutaneous | inhaled | rectal |
topical | acute | chronic | benign | malignant | internal | external | upper | anterior |
posterior | medial | lateral | proximal | distal | correct true valid yes | incorrect false
wrong invalid | safe | unsafe dangerous | public | private | from | into | confirm confirms
| hide hides conceal conceals | show shows reveal reveals | same | different | ascending |
descending"""
MARKERS: Mapping[str, str] = {
    word: kind.split()[0] for kind in _KINDS.replace("\n", " ").split("|") for word in kind.split()
}
# These turn round when what stands on their two sides changes places.
ORDERING = frozenset({"before", "after", "over", "than", "instead", "rather", "into", "from", "until", "then"})
NUMBER_WORDS: Mapping[str, str] = {
    word: str(value)
    for value, word in enumerate(
        _ordered("""zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
fifteen sixteen seventeen eighteen nineteen twenty""")
    )
} | {"thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "hundred": "100", "thousand": "1000", "half": "0.5"}
_UNIT_NAMES = """mg milligram milligrams | g gram grams | kg kilogram kilograms kilo kilos | mcg ug µg μg
microgram micrograms | ng nanogram nanograms | ml millilitre millilitres milliliter
milliliters cc | l litre litres liter liters | dl decilitre deciliter | mmol millimole
millimoles | mol mole moles | meq | iu unit units | mmhg | kpa | cm centimetre centimetres
centimeter centimeters | mm millimetre millimetres millimeter millimeters | m metre metres
meter meters | s sec secs second seconds | min mins minute minutes | h hr hrs hour hours |
day days | week weeks | month months | year years | percent % | px pixel pixels | kb | mb |
gb | ms millisecond milliseconds | hz | khz | mhz | bpm | °c c celsius | °f f fahrenheit |
drop drops | tablet tablets | dose doses | puff puffs | time times | step steps | token
tokens | usd $ dollar dollars | eur € euro euros | gbp £"""
UNITS: Mapping[str, str] = {
    word: unit.split()[0] for unit in _UNIT_NAMES.replace("\n", " ").split("|") for word in unit.split()
}
# Letters alone are words more often than units; they count only right after a number.
ONLY_AFTER_NUMBER = frozenset({"g", "l", "m", "s", "h", "c", "f", "min", "time", "times", "second", "unit", "units"})
FILLERS = _words("""a an the of in on at by for with to is are be been it its this that these those you your we
our they their he she i please and as so but then ever do does did should must shall will
would can could need needs has have had there here make sure ensure which who what where how
than""")
DRUG_ENDINGS = _words("""cillin mycin micin floxacin cycline azole pril sartan olol statin dipine semide thiazide
parin xaban gatran tidine prazole setron caine pam lam zine oxetine triptyline profen coxib
olone sone solone nide terol tropium gliptin gliflozin glutide formin amide mab nib vir
ciclovir phylline curium curonium fentanil done codone morphone triptan dronate glycoside
digoxin amiodarone""")
DRUGS = _words("""aspirin morphine insulin adrenaline epinephrine noradrenaline norepinephrine atropine
heparin warfarin ketamine propofol oxygen glucose dextrose saline paracetamol acetaminophen
ibuprofen naloxone adenosine magnesium potassium calcium sodium lithium methotrexate
levothyroxine phenytoin valproate carbamazepine haloperidol clozapine alteplase tenecteplase
glucagon salbutamol albuterol nitroglycerin nitroprusside dopamine dobutamine vasopressin
oxytocin clopidogrel ticagrelor rifampicin isoniazid ethambutol pyrazinamide vancomycin
ceftriaxone cefotaxime meropenem codeine tramadol fentanyl methadone buprenorphine
hydrocortisone prednisolone dexamethasone""")
