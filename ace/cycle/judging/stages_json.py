"""What the stages of a judgement came to, as JSON. Pure."""

from dataclasses import asdict

from ace.cycle.judging.judgement import Judgement
from runtime.contracts.json_types import JsonObject


def stages_json(judgement: Judgement) -> JsonObject:
    """Return profile, looks, guards, slices and control; shares are 0-1, bounds one-sided 95% of the change.

    `estimate_cases`: cases of the further batch that the estimate rests on, 0 without one.
    """
    control = judgement.control
    return {
        "profile": judgement.profile,
        "stopped": judgement.stopped or None,
        "looks": [asdict(look) for look in judgement.looks],
        "estimate": judgement.estimate._asdict() if judgement.estimate else None,
        "estimate_cases": judgement.estimate_cases,
        "guards": [asdict(guard) for guard in judgement.guards],
        "slices": [{**asdict(item), "bounds": list(item.bounds)} for item in judgement.slices],
        "control": {
            "n": control.gate.n,
            "without": control.gate.before,
            "prompt": control.prompt,
            "gate": control.gate.after,
            "gate_instead": {"fixed": control.instead.fixed, "broke": control.instead.broke},
            "decisions": control.obedience.decisions,
            "obeyed": control.obedience.obeyed,
            "violating": {"without": control.violating_without, "prompt": control.obedience.violating},
            "promote": control.promotes,
        }
        if control
        else None,
    }
