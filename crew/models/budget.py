"""What the model calls of a question may take: the most a call can take is reserved before it is made."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from tools.errors import ToolError

_SHORTEST_COMPLETION = 200
"""Tokens; with less left a call is not worth making."""


class BudgetSpent(ToolError):
    """The question's tokens or money are used up."""


@dataclass(frozen=True)
class CallRequest:
    """A call about to be made."""

    step: str
    role: str
    route: str
    prompt_tokens: int
    completion_tokens: int
    """The longest completion."""
    most_cost: Decimal | None
    """The most it can cost in US dollars, at the dearest deployment; None where a price is unknown."""
    digest: str | None = None


@dataclass(frozen=True)
class Reservation:
    """What a call in flight may take."""

    prompt_tokens: int
    completion_tokens: int
    cost: Decimal

    @property
    def tokens(self) -> int:
        """Prompt and completion together."""
        return self.prompt_tokens + self.completion_tokens


@dataclass(frozen=True)
class Budget:
    """What one question, and each call of it, may take; money in US dollars."""

    tokens: int
    cost: Decimal | None = None
    call_cost: Decimal | None = None

    def grant(
        self, request: CallRequest, used_tokens: int, spent: Decimal, reserved: Sequence[Reservation]
    ) -> Reservation:
        """The call's reservation, its completion cut to the tokens that are left; raises BudgetSpent."""
        used = used_tokens + sum(r.tokens for r in reserved)
        left = self.tokens - used - request.prompt_tokens
        if left < min(_SHORTEST_COMPLETION, request.completion_tokens):
            raise BudgetSpent(
                f"The question may use {self.tokens} tokens; {used} are used or reserved and the next prompt needs "
                f"{request.prompt_tokens}. Answer from what has been found."
            )
        self._check_money(request, spent + sum((r.cost for r in reserved), Decimal(0)))
        return Reservation(request.prompt_tokens, min(request.completion_tokens, left), request.most_cost or Decimal(0))

    def _check_money(self, request: CallRequest, spent: Decimal) -> None:
        if self.cost is None and self.call_cost is None:
            return
        most = priced(request)
        if self.call_cost is not None and most > self.call_cost:
            raise BudgetSpent(
                f"A call may cost {self.call_cost} US dollars; the next one (step {request.step}, route "
                f"{request.route}) may cost {most}."
            )
        if self.cost is not None and spent + most > self.cost:
            raise BudgetSpent(
                f"The question may cost {self.cost} US dollars; {spent} are spent or reserved and the next call may "
                f"cost {most}."
            )


def priced(request: CallRequest) -> Decimal:
    """The most a call may cost; raises BudgetSpent where no one knows, since a budget of money then cannot be kept."""
    if request.most_cost is None:
        raise BudgetSpent(
            f"There is a budget of money, and a deployment of route `{request.route}` has no known price. Give it "
            "`input_price` and `output_price` in routes.yaml."
        )
    return request.most_cost
