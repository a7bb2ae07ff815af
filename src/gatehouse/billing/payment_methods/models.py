"""Cards as the statements return them."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class PaymentMethod:
    """`address` by the card provider's names."""

    id: UUID
    external_id: str
    is_default: bool
    brand: str
    last4: str
    exp_month: int
    exp_year: int
    name: str
    email: str | None
    address: dict[str, Any] | None
