"""A seeded stochastic policy that makes an agent's typical mistakes at stated rates. It proves nothing about models.

It exists so that the loop can be shown, tested and sized without a model. It obeys an injected rule that has a
condition with a stated probability, and a rule in words only not at all. All it produces is marked `simulated`.
"""

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from runtime.contracts.action import Action
from runtime.contracts.ports import ModelReply, ModelRequest
from runtime.contracts.rule import Rule
from runtime.contracts.sample import TutorSample
from runtime.contracts.state import AgentState
from runtime.contracts.trace_event import ControllerInfo
from runtime.gates.pedagogy import GateView
from runtime.gates.rule_gates import substitute
from runtime.models.simulated_inspector import INSPECTOR_RATES, inspect
from runtime.models.simulated_policy import Draw, plan
from runtime.rules.evaluate_condition import judge
from runtime.state.condition_view import condition_context

FAILURE_RATES: Mapping[str, float] = {
    "malformed": 0.04,
    "several_tools": 0.03,
    "web_before_local": 0.30,
    "repeat": 0.12,
    "early_reveal": 0.16,
    "leak": 0.08,
    "tool_error_ignored": 0.25,
    "hint_skip": 0.10,
    "unsafe_obeyed": 0.15,
    "guess": 0.12,
}


@dataclass(frozen=True)
class SimulatedSettings:
    """`obey`: probability of following an injected rule with a condition.

    `failure_rates` override the tutor's FAILURE_RATES and the inspector's INSPECTOR_RATES; a name in both, both.
    """

    obey: float = 0.85
    failure_rates: Mapping[str, float] = field(default_factory=dict)


class Simulated:
    """Implements Controller: decides and solves as the tutor, and inspects as the inspector."""

    def __init__(self, settings: SimulatedSettings | None = None) -> None:
        self._settings = settings or SimulatedSettings()
        rates = {**INSPECTOR_RATES, **FAILURE_RATES}
        unknown = set(self._settings.failure_rates) - set(rates)
        if unknown:
            known = ", ".join(sorted(rates))
            raise ValueError(f"unknown failure rate {sorted(unknown)[0]!r}: the simulated controller has {known}")
        self._rates = {**rates, **self._settings.failure_rates}

    @property
    def info(self) -> ControllerInfo:
        """Always marked simulated."""
        return ControllerInfo("simulated", "policy-1", simulated=True, structured_output="none")

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Return a proposal or an answer drawn under the request's seed. Tokens are estimates (4 characters each)."""
        text = (
            inspect(request, self._rates, self._settings.obey) if request.purpose == "inspect" else self._teach(request)
        )
        prompt = sum(len(message.content) for message in request.messages) // 4
        return ModelReply(text, "stop", prompt, max(len(text) // 4, 1))

    def _teach(self, request: ModelRequest) -> str:
        assert request.state is not None, "the simulated controller needs the state"
        assert isinstance(request.sample, TutorSample), "the simulated controller has no policy for this agent"
        rng = random.Random(f"{request.seed}:{request.purpose}")
        if request.purpose == "solve":
            return self._answer(request.state, request.sample, rng)
        return self._decide(request, request.state, request.sample, rng)

    def _decide(self, request: ModelRequest, state: AgentState, sample: TutorSample, rng: random.Random) -> str:
        if request.attempt == 0 and rng.random() < self._rates["malformed"]:
            return "I think we should look at the image first, then ask the student what they see."
        if request.attempt == 0 and rng.random() < self._rates["several_tools"]:
            return '{"action":"REQUEST_TOOL","tools":["retrieve","image_findings"],"arguments":{}}'
        action = plan(Draw(state, sample, self._rates, rng))
        action = self._obey(action, request, state, sample)
        return json.dumps(action.to_json(), ensure_ascii=False)

    def _obey(self, action: Action, request: ModelRequest, state: AgentState, sample: TutorSample) -> Action:
        context = condition_context(action, state, sample)
        for rule in request.rules:
            if not rule.is_checked or judge(rule, context) != "violates":
                continue
            # Drawn by rule, so that adding a rule leaves the draws of the others in place.
            if random.Random(f"{request.seed}:{rule.id}").random() < self._settings.obey:
                action = self._complying(action, rule, state, sample)
                context = condition_context(action, state, sample)
        return action

    def _complying(self, action: Action, rule: Rule, state: AgentState, sample: TutorSample) -> Action:
        view = GateView(state, sample, 0, "", is_unsafe=False)
        names = [rule.otherwise.action] if rule.otherwise and rule.otherwise.action != "block" else []
        for name in (*names, "ASK_PROBE", "HINT", "retrieve", "image_findings"):
            other = substitute(action, name, view)
            if judge(rule, condition_context(other, state, sample)) != "violates":
                return other
        return action

    def _answer(self, state: AgentState, sample: TutorSample, rng: random.Random) -> str:
        cited = [hit.citation for hit in state.retrieval.hits[:2]]
        cited += [card.call_id for card in state.tool_results if card.ok and card.name != "retrieve"][:2]
        if not cited and rng.random() > self._rates["guess"]:
            missing = {"status": "insufficient_evidence", "answer": "", "text": "No passage or finding supports it."}
            return json.dumps({**missing, "confidence": 0.0, "citations": []})
        wrong = [letter for letter in sample.options if letter != sample.answer]
        letter = sample.answer if rng.random() < (0.93 if cited else 0.5) else rng.choice(wrong)
        answer = {"status": "answer", "answer": letter, "text": f"It is {letter}: {sample.options[letter]}."}
        return json.dumps({**answer, "confidence": 0.8 if cited else 0.4, "citations": cited})
