"""A license and the subscription that pays it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SubscribedLicense:
    subscription_id: str | None
    customer_id: str | None
