"""What drafting has cost so far, and whether the next question fits into what it may cost."""

from dataclasses import dataclass, replace

from ace.curator.draft import CuratorBudget
from runtime.contracts.ports import ModelReply, ModelRequest

# JSON in English is about 3.5 characters a token; the replies correct that as they come.
CHARS_PER_TOKEN = 3.5


@dataclass(frozen=True)
class Spent:
    """Questions so far. `uncounted`: tokens estimated for replies whose server did not count them; 0 where all did.

    `counted_chars` are the prompts whose tokens the server did count. `cost_usd` is US dollars, `seconds` model time.
    """

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float = 0.0
    seconds: float = 0.0
    uncounted: int = 0
    counted_chars: int = 0

    @property
    def tokens(self) -> int:
        """Prompt and completion tokens of all questions, estimated where a server did not count."""
        return self.prompt_tokens + self.completion_tokens + self.uncounted

    def plus(self, request: ModelRequest, reply: ModelReply) -> "Spent":
        """Return this with one answered question more."""
        is_counted = reply.prompt_tokens > 0
        guess = 0 if is_counted else self.prompt_estimate(request) + round(len(reply.text) / CHARS_PER_TOKEN)
        return replace(
            self,
            calls=self.calls + 1,
            prompt_tokens=self.prompt_tokens + reply.prompt_tokens,
            completion_tokens=self.completion_tokens + reply.completion_tokens,
            cost_usd=self.cost_usd + reply.cost_usd,
            seconds=self.seconds + reply.seconds,
            uncounted=self.uncounted + guess,
            counted_chars=self.counted_chars + (prompt_chars(request) if is_counted else 0),
        )

    def prompt_estimate(self, request: ModelRequest) -> int:
        """Return how many tokens the prompt has, at the characters a token of the prompts counted so far."""
        rate = self.counted_chars / self.prompt_tokens if self.counted_chars else CHARS_PER_TOKEN
        return round(prompt_chars(request) / rate)

    def refusal(self, request: ModelRequest, budget: CuratorBudget) -> str:
        """Return why `request` is not asked, empty when it fits: its prompt as estimated, its answer at full length.

        Before the first reply nothing is known of prices, so a ceiling in dollars first counts for the second question.
        """
        expected = self.prompt_estimate(request) + request.max_tokens
        if self.tokens + expected > budget.tokens:
            return (
                f"the curator's budget of {budget.tokens} tokens is spent ({self.tokens} used, "
                f"the next question takes about {expected}); raise curator.tokens"
            )
        expected_usd = expected * self.cost_usd / self.tokens if self.tokens else 0.0
        if budget.cost_usd is not None and self.cost_usd + expected_usd > budget.cost_usd:
            return (
                f"the curator's budget of {budget.cost_usd:g} USD is spent ({self.cost_usd:.4f} used, "
                f"the next question costs about {expected_usd:.4f}); raise curator.cost_usd"
            )
        return ""

    def notes(self, budget: CuratorBudget) -> tuple[str, ...]:
        """Return what a person should know of these figures, as whole sentences."""
        said = []
        if self.uncounted:
            said.append(f"the model's server did not count every token: {self.uncounted} are estimated")
        if budget.cost_usd is not None and self.calls and not self.cost_usd:
            said.append(
                "curator.cost_usd held nothing back: no prices are configured for the curator's model "
                "(price_in_usd_per_mtok, price_out_usd_per_mtok); its tokens were limited"
            )
        return tuple(said)


def prompt_chars(request: ModelRequest) -> int:
    """Return how many characters the messages of `request` have."""
    return sum(len(message.content) for message in request.messages)
