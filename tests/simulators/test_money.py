"""10,000 carts: lines sum to totals, what is previewed is what is charged, and nothing is ever a fraction of
the smallest coin (cases 37 to 40)."""

import random
from decimal import Decimal
from typing import Any

import pytest

from gatehouse_simulators.checkout.pricing.details import (
    build_preview_details,
    build_transaction_details,
    settle_details,
    sum_amounts,
)
from gatehouse_simulators.checkout.pricing.lines import (
    PeriodShare,
    PricedItem,
    PricedLine,
    price_lines,
)
from gatehouse_simulators.checkout.pricing.money import RATES, convert_amount
from gatehouse_simulators.checkout.pricing.tax import BY_COUNTRY, NEW_YORK
from gatehouse_simulators.shared.money import format_amount

CARTS = 10_000
MONEY = ("subtotal", "discount", "tax", "total")
TAX_RATES = [Decimal(0), NEW_YORK, *BY_COUNTRY.values()]
PERIOD = ("2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z")


def random_item(chance: random.Random, number: int, currency: str) -> PricedItem:
    unit = {"amount": str(chance.choice([0, 1, 7, 999, 4000, 40_000, 12_345_678])),
            "currency_code": chance.choice([currency, "USD"])}  # fmt: skip
    price = {"id": f"pri_{number}", "product_id": f"pro_{number % 2}", "unit_price": unit}
    return PricedItem(price, {}, chance.choice([1, 2, 3, 50, 999, 10**9]), currency)


def random_discount(chance: random.Random) -> dict[str, Any] | None:
    kind = chance.choice([None, "percentage", "flat", "flat_per_seat"])
    if kind is None:
        return None
    amount = chance.choice(["1", "3", "12.5", "99.99", "100"]) if kind == "percentage" else (
        str(chance.choice([1, 2, 3, 500, 10**12]))
    )  # fmt: skip
    restricted = chance.choice([None, ["pri_0"], ["pro_1"], ["pri_0", "pri_2"]])
    return {"type": kind, "amount": amount, "restrict_to": restricted}


def random_lines(chance: random.Random) -> tuple[list[PricedLine], str]:
    currency = chance.choice(sorted(RATES))
    items = [random_item(chance, number, currency) for number in range(chance.randint(1, 6))]
    part = PeriodShare(Decimal(chance.randint(0, 100_000)).scaleb(-5), *PERIOD)
    return price_lines(
        items, chance.choice(TAX_RATES), random_discount(chance), chance.choice([None, part])
    ), currency


def fractions(value: Any) -> list[float]:
    """Every float in it."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [found for one in value for found in fractions(one)]
    return [value] if isinstance(value, float) else []


def amounts(totals: dict[str, str]) -> list[int]:
    """As the wire writes them; `int` refuses what is no whole number."""
    return [int(totals[name]) for name in MONEY]


def check(lines: list[PricedLine], currency: str, credit: int) -> None:
    preview = build_preview_details(lines, currency, credit)
    charged = build_transaction_details(lines, currency, credit)
    totals = preview["totals"]
    assert charged["totals"] == totals
    for line in preview["line_items"]:
        subtotal, discount, tax, total = amounts(line["totals"])
        assert 0 <= discount <= subtotal
        assert tax >= 0
        assert total == subtotal - discount + tax
    columns = zip(*[amounts(line["totals"]) for line in preview["line_items"]], strict=True)
    assert [sum(column) for column in columns] == amounts(totals)
    by_rate = zip(*[amounts(one["totals"]) for one in preview["tax_rates_used"]], strict=True)
    assert [sum(column) for column in by_rate] == amounts(totals)
    due, used, kept = (int(totals[name]) for name in ("grand_total", "credit", "credit_to_balance"))
    assert (due + used, used + kept) == (int(totals["total"]), credit)
    assert min(due, used, kept) >= 0
    paid = settle_details(charged)["totals"]
    assert int(paid["grand_total_tax"]) + int(paid["fee"]) + int(paid["earnings"]) == due
    assert fractions([preview, charged, paid]) == []


def test_lines_sum_to_totals_and_the_preview_is_the_charge():
    chance = random.Random(7)  # noqa: S311  the same carts in each run
    for number in range(CARTS):
        lines, currency = random_lines(chance)
        try:
            check(lines, currency, chance.choice([0, 0, 1, 70, 10**6]))
        except AssertionError as error:
            raise AssertionError(f"cart {number}: {lines}") from error


def test_a_change_credits_no_more_than_was_paid():
    """Of two shares of a period the smaller costs no more, line by line."""
    chance = random.Random(8)  # noqa: S311
    for _ in range(CARTS // 10):
        currency = chance.choice(sorted(RATES))
        items = [random_item(chance, number, currency) for number in range(3)]
        rate = Decimal(chance.randint(0, 100_000)).scaleb(-5)
        whole = price_lines(items, NEW_YORK)
        part = price_lines(items, NEW_YORK, share=PeriodShare(rate, *PERIOD))
        for left, paid in zip(part, whole, strict=True):
            assert left.amounts.total <= paid.amounts.total
        assert sum_amounts(part).total <= sum_amounts(whole).total


@pytest.mark.parametrize(
    ("amount", "currency", "text"),
    [
        (3000, "JPY", "¥3,000"),
        (3000, "KRW", "KRW 3,000"),
        (3000, "USD", "$30.00"),
        (5, "EUR", "€0.05"),
        (0, "USD", "$0.00"),
        (-123_456, "GBP", "-£1,234.56"),
        (1_234_567_890_123_456_789, "USD", "$12,345,678,901,234,567.89"),
    ],
)
def test_how_an_amount_is_written(amount, currency, text):
    assert format_amount(amount, currency) == text


def test_another_currency_has_its_own_smallest_coin():
    assert convert_amount(4000, "USD", "JPY") == 6000
    assert convert_amount(6000, "JPY", "USD") == 4000
