"""What became of a bill after it was paid, by what the provider adjusted. Pure: the order in which
adjustments were told does not matter."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from gatehouse.licensing.purchases.models import AdjustedTransaction

APPROVED, REVERSED = "approved", "reversed"


@dataclass(frozen=True, slots=True)
class GivenBack:
    """Integers in the lowest unit of the bill's currency. `credited` pays other bills, or need not be paid;
    of `disputed` the buyer's bank decides."""

    refunded: int = 0
    credited: int = 0
    disputed: int = 0


NOTHING = GivenBack()


def given_back(adjusted: Iterable[AdjustedTransaction]) -> GivenBack:
    """Of one bill. Only what is approved counts; what the provider only warns of is none."""
    sums: Counter[tuple[str, str]] = Counter()
    for one in adjusted:
        sums[one.action, one.status] += one.total
    return GivenBack(
        refunded=sums["refund", APPROVED],
        credited=_not_reversed(sums, "credit"),
        disputed=_not_reversed(sums, "chargeback"),
    )


def _not_reversed(sums: Counter[tuple[str, str]], action: str) -> int:
    """The provider tells of a reversal by an adjustment of its own, by the state of what is reversed, or by
    both, which then count once."""
    by_its_own = max(0, sums[f"{action}_reverse", APPROVED] - sums[action, REVERSED])
    return max(0, sums[action, APPROVED] - by_its_own)
