"""Make rules of another playbook's entries: each becomes a rule, or is listed with the reason."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from pydantic import ValidationError

from ace.playbook.duplicates.find_duplicates import DuplicateReport, find_duplicates
from ace.playbook.duplicates.rule_text import RuleText, normalised
from ace.playbook.exchange.entry import Entry, NotImported, ReadPlaybook
from ace.playbook.exchange.name_rules import area_of, rule_id_for, title_of
from ace.playbook.exchange.unsafe_text import why_unsafe
from ace.playbook.write_rule import dump_rule
from runtime.contracts.errors import RuleError
from runtime.contracts.rule import Rule
from runtime.rules.allowed_characters import find_forbidden

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Embed: TypeAlias = Callable[[Sequence[str]], "NDArray[np.float32]"]
MAX_SOURCE_ID = 60
HONEST = "No evidence and no condition came along."


@dataclass(frozen=True)
class ImportPlan:
    """What an import would write, by path below the playbook's folder, and everything that is not carried.

    lost: what -> how many entries had it. doubtful: ids of rules whose source counted more harm than help.
    alike: duplicates and opposites in which at least one imported rule takes part. nearness: why near-duplicates were
    not looked for, "" when they were.
    """

    files: Mapping[str, bytes]
    rules: tuple[Rule, ...]
    sources: Mapping[str, Entry]
    refused: tuple[NotImported, ...]
    lost: Mapping[str, int]
    doubtful: tuple[str, ...]
    alike: DuplicateReport
    nearness: str = ""


@dataclass(frozen=True)
class ImportChoices:
    """Whose rules they become. `area` takes every heading's place; `source` is the file's name for the rationale.

    `retired`: ids of rules that were deleted; none of the new rules gets one.
    """

    agent: str
    source: str
    area: str = ""
    retired: frozenset[str] = frozenset()


def plan_import(
    read: ReadPlaybook,
    choices: ImportChoices,
    existing: Iterable[Rule] = (),
    embed: Embed | None = None,
    nearness: str = "",
) -> ImportPlan:
    """Return the rule files that the entries make; nothing is written.

    They are experimental, without condition and evidence, and say so. An entry is refused whose text is unsafe, whose
    id stands twice in its source (both are), or whose words the playbook holds already. `embed` is for near-duplicates;
    `nearness` says why it is missing.
    """
    present = list(existing)
    known = {normalised(rule.text): rule.id for rule in present if rule.agent == choices.agent}
    taken = {*choices.retired, *(rule.id for rule in present)}
    doubles = {name for name, count in Counter(entry.source_id for entry in read.entries).items() if count > 1}
    rules: list[Rule] = []
    files: dict[str, bytes] = {}
    sources: dict[str, Entry] = {}
    refused = list(read.refused)
    for entry in read.entries:
        reason = _why_not(entry, doubles, known)
        made = reason or _rule_of(entry, read, choices, taken)
        if isinstance(made, str):
            refused.append(NotImported(entry.place, _shown_id(entry.source_id), made))
            continue
        rule, data = made
        taken.add(rule.id)
        rules.append(rule)
        files[f"{rule.id.replace('.', '/', 1)}.yaml"] = data
        sources[rule.id] = entry
    alike = _alike(present, rules, embed)
    lost = Counter(name for entry in sources.values() for name in _losses(entry))
    return ImportPlan(
        files=files,
        rules=tuple(rules),
        sources=sources,
        refused=tuple(refused),
        lost=dict(sorted((lost + Counter(read.lost)).items())),
        doubtful=tuple(name for name, entry in sources.items() if (entry.harmful or 0) > (entry.helpful or 0)),
        alike=alike,
        nearness=nearness,
    )


def _why_not(entry: Entry, doubles: set[str], known: Mapping[str, str]) -> str:
    if entry.source_id in doubles:
        return "its id stands more than once in the source"
    same = known.get(normalised(entry.text))
    return why_unsafe(entry.text) or (f"the playbook holds these words already as {same}" if same else "")


def _rule_of(entry: Entry, read: ReadPlaybook, choices: ImportChoices, taken: set[str]) -> tuple[Rule, bytes] | str:
    source_id = _shown_id(entry.source_id)
    named = f", where its id was {source_id}" if source_id == entry.source_id else ""
    try:
        rule = Rule(
            schema=1,
            id=rule_id_for(choices.area or area_of(entry.heading), entry.text, entry.source_id, taken),
            title=title_of(entry.text),
            agent=choices.agent,
            text=entry.text,
            rationale=f"Imported from {_shown_id(choices.source)} ({read.format}){named}. {HONEST}",
        )
        return rule, dump_rule(rule)
    except ValidationError as exc:
        return "; ".join(f"{error['loc'][-1]}: {error['msg']}" for error in exc.errors())
    except RuleError as exc:
        return str(exc)


def _shown_id(source_id: str) -> str:
    """Return an id that may stand in a rule file and a report, else it written out, cut."""
    is_plain = source_id.isascii() and find_forbidden(source_id) is None and len(source_id) <= MAX_SOURCE_ID
    return source_id if is_plain and not set(source_id) & set("\\/\n\t") else ascii(source_id[:MAX_SOURCE_ID])


def _losses(entry: Entry) -> Iterable[str]:
    yield from entry.lost
    if entry.source_id != _shown_id(entry.source_id) or not entry.source_id:
        yield "ids no file may name"
    if "```" in entry.text:
        yield "code blocks (a prompt shows them on one line)"
    elif "\n" in entry.text:
        yield "line breaks (a prompt shows a rule on one line)"


def _alike(present: Sequence[Rule], rules: Sequence[Rule], embed: Embed | None) -> DuplicateReport:
    every = [*present, *rules]
    texts = [RuleText(rule.id, rule.text, f"{rule.agent}/{rule.audience}") for rule in every]
    vectors = embed([rule.text for rule in every]) if embed is not None and rules else None
    found = find_duplicates(texts, vectors)
    new = {rule.id for rule in rules}
    return DuplicateReport(
        tuple(group for group in found.groups if new & set(group.ids)),
        tuple(pair for pair in found.opposites if pair.left in new or pair.right in new),
    )
