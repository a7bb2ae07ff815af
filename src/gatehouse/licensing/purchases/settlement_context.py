"""What settling depends on besides the facts."""

from dataclasses import dataclass
from datetime import timedelta

from gatehouse.kit.crypto import Box
from gatehouse.kit.resources import Resources
from gatehouse.licensing.settings import LicensingSettings
from gatehouse.providers.payments.port import Payments


@dataclass(frozen=True, slots=True)
class SettlementContext:
    """`grace`: how long a license works without payment. `certain`: the provider was asked already, so
    what is still unclear is decided without it."""

    price_ids: tuple[str, ...]
    grace: timedelta
    box: Box
    certain: bool = False


def terms_of(resources: Resources, *, certain: bool = False) -> SettlementContext:
    grace = timedelta(days=resources[LicensingSettings].past_due_grace_days)
    return SettlementContext(resources[Payments].price_ids, grace, resources[Box], certain)
