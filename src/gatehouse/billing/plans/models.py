"""Prices as the statements return them."""

from dataclasses import dataclass
from typing import Literal

Every = Literal["day", "week", "month", "year"]


@dataclass(frozen=True, slots=True)
class Price:
    """`amount` in the smallest unit of the currency, each `every_count` times `every`."""

    id: str
    product: str
    amount: int
    currency: str
    every: Every
    every_count: int
