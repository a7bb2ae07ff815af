"""Changes of a subscription: how they are billed, and the seats of its items."""

from paddle_billing.Entities.Subscriptions import (  # type: ignore[import-untyped]
    SubscriptionProrationBillingMode,
)
from paddle_billing.Resources.Subscriptions.Operations import (  # type: ignore[import-untyped]
    SubscriptionIncludes,
)
from paddle_billing.Resources.Subscriptions.Operations.Update import (  # type: ignore[import-untyped]
    SubscriptionUpdateItem,
)

from gatehouse_simulators.checkout import fixtures

NOW = SubscriptionProrationBillingMode.ProratedImmediately


LATER = SubscriptionProrationBillingMode.ProratedNextBillingPeriod


FREE = SubscriptionProrationBillingMode.DoNotBill


INCLUDES = [
    SubscriptionIncludes.NextTransaction,
    SubscriptionIncludes.RecurringTransactionDetails,
]


MONTHLY, YEARLY = fixtures.MONTHLY_PRICE_ID, fixtures.YEARLY_PRICE_ID


def seats(quantity: int, price_id: str = MONTHLY) -> list[SubscriptionUpdateItem]:
    return [SubscriptionUpdateItem(price_id, quantity)]
