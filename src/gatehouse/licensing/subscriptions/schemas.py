"""Bodies about subscriptions."""

from gatehouse.kit.schemas import Wire


class PaymentMethodUpdate(Wire):
    customer_id: str
    transaction_id: str
