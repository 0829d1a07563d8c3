"""What leaving out each rule came to, for a terminal. Pure; foreign words are escaped."""

from collections.abc import Iterator

from ace.cycle.ablation.outcome import Ablation
from ace.cycle.ablation.weight import Rate, Trials
from ace.evaluation.verdict_words import why_words_show_nothing
from ace.text.counted import counted
from ace.text.table import table
from ace.text.visible_text import escape_text

_HEAD = ("rule", "found", "without", "with", "change", "95% interval", "better/worse/cases", "e helps", "e hurts")
_HOW = (
    "`better` and `worse` are cases, with the rule beside without it; an e-value of 20 shows it, and a rule that does "
    "nothing gets there with probability 1/20. Rules were drafted from development samples, so these flatter them."
)


def ablation_text(ablation: Ablation) -> str:
    """Return a table of the rules with their figures, then each rule's reason, pairs and notes."""
    mark = ", simulated" if ablation.is_simulated else ""
    lines = [
        f"{ablation.run}: {counted(len(ablation.rules), 'rule')} of {escape_text(ablation.agent)}, left out one at a "
        f"time on {counted(ablation.samples, 'development sample')} of {counted(ablation.cases, 'case')}, "
        f"{counted(ablation.trials, 'trial')} a side; {escape_text(ablation.controller)}{mark}",
        f"{counted(ablation.calls, 'model call')} now; what was kept from before costs nothing again",
    ]
    if ablation.is_simulated:
        lines.append(why_words_show_nothing(ablation.agent))
    lines += [f"note: {escape_text(note)}" for note in ablation.notes]
    rows = [_row(weight.rule, weight.word, weight.trials) for weight in ablation.rules]
    text = "\n".join(lines) + "\n\n"
    if rows:
        text += table([_HEAD, *rows])
    said = [
        *(f"  {weight.rule}: {weight.word}. {weight.reason}{_rates(weight.trials)}" for weight in ablation.rules),
        *_pair_lines(ablation),
    ]
    text += "\n" + "".join(f"{escape_text(line)}\n" for line in said)
    if ablation.stopped:
        text += f"\nstopped at the ceiling of {ablation.stopped}; the same command goes on from there\n"
    if any(weight.word == "silent" for weight in ablation.rules):
        text += "\n`silent`: its condition held in no decision, so the rule never spoke.\n"
    return text + (f"\n{_HOW}\n" if any(weight.trials for weight in ablation.rules) else "")


def _pair_lines(ablation: Ablation) -> Iterator[str]:
    for pair in ablation.pairs:
        yield f"  {' and '.join(pair.rules)}: {pair.word}. {pair.reason}{_rates(pair.trials)}"


def _row(name: str, word: str, trials: Trials | None) -> tuple[str, ...]:
    if trials is None:
        return (name, word, *("-" for _ in _HEAD[2:]))
    paired = trials.paired
    return (
        name,
        word,
        f"{paired.before:.1%}",
        f"{paired.after:.1%}",
        f"{trials.change:+.1%}",
        f"{paired.change_low:+.1%} to {paired.change_high:+.1%}",
        f"{paired.fixed}/{paired.broke}/{paired.cases}",
        f"{trials.e_helps:.3g}",
        f"{trials.e_hurts:.3g}",
    )


def _rates(trials: Trials | None) -> str:
    if trials is None:
        return ""
    return "".join(f" {_rate(rate)}" for rate in (trials.target, trials.most_changed) if rate is not None)


def _rate(rate: Rate) -> str:
    return f"{rate.name}: {rate.without:.1%} of trials without, {rate.with_it:.1%} with."
