"""Prices as the statements return them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Price:
    """`amount` in the smallest unit of the currency, each `every_count` times `every`."""

    id: str
    product: str
    amount: int
    currency: str
    every: str
    every_count: int
