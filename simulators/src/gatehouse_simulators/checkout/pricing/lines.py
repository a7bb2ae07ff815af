"""Lines of a bill. Tax is computed for each line after the discount, then summed."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import accumulate, pairwise

from gatehouse_simulators.checkout.pricing.money import convert_amount
from gatehouse_simulators.checkout.store.models import Body
from gatehouse_simulators.shared.money import round_half_up


@dataclass(frozen=True, slots=True)
class PricedItem:
    """A price, a quantity and a currency. Items on trial cost nothing."""

    price: Body
    product: Body
    quantity: int
    currency: str
    on_trial: bool = False

    @property
    def unit(self) -> int:
        if self.on_trial:
            return 0
        own = self.price["unit_price"]
        return convert_amount(int(own["amount"]), own["currency_code"], self.currency)


@dataclass(frozen=True, slots=True)
class PeriodShare:
    """The part of a billing period that is charged, with 5 decimals, and its start and end."""

    rate: Decimal
    starts_at: str
    ends_at: str

    @property
    def wire(self) -> Body:
        period = {"starts_at": self.starts_at, "ends_at": self.ends_at}
        return {"rate": str(self.rate), "billing_period": period}


@dataclass(frozen=True, slots=True)
class Amounts:
    subtotal: int
    discount: int
    tax: int

    @property
    def total(self) -> int:
        return self.subtotal - self.discount + self.tax

    @property
    def wire(self) -> Body:
        return {
            "subtotal": str(self.subtotal),
            "discount": str(self.discount),
            "tax": str(self.tax),
            "total": str(self.total),
        }

    def __add__(self, other: "Amounts") -> "Amounts":
        return Amounts(
            self.subtotal + other.subtotal, self.discount + other.discount, self.tax + other.tax
        )


NOTHING = Amounts(0, 0, 0)


@dataclass(frozen=True, slots=True)
class PricedLine:
    item: PricedItem
    tax_rate: Decimal
    per_unit: Amounts
    amounts: Amounts
    share: PeriodShare | None


def price_lines(
    items: Sequence[PricedItem],
    tax_rate: Decimal,
    discount: Body | None = None,
    share: PeriodShare | None = None,
) -> list[PricedLine]:
    """The lines of a bill. `share` prorates every line; `discount` applies to the lines that it covers."""
    rate = share.rate if share else Decimal(1)
    subtotals = [round_half_up(item.unit * item.quantity * rate) for item in items]
    reductions = _compute_reductions(items, subtotals, discount)
    return [
        _build_line(item, subtotal, reduction, tax_rate, share)
        for item, subtotal, reduction in zip(items, subtotals, reductions, strict=True)
    ]


def limit_lines(lines: Sequence[PricedLine], most: int, tax_rate: Decimal) -> list[PricedLine]:
    """The lines at this tax rate, reduced until their sum before tax is at most `most`."""
    nets = [line.amounts.subtotal - line.amounts.discount for line in lines]
    limited = nets if sum(nets) <= most else _spread_amount(most, nets)
    return [
        _build_line(
            line.item, line.amounts.subtotal, line.amounts.subtotal - net, tax_rate, line.share
        )
        for line, net in zip(lines, limited, strict=True)
    ]


def _build_line(
    item: PricedItem, subtotal: int, reduction: int, tax_rate: Decimal, share: PeriodShare | None
) -> PricedLine:
    unit = round_half_up(item.unit * (share.rate if share else Decimal(1)))
    unit_reduction = round_half_up(Decimal(reduction) / item.quantity)
    return PricedLine(
        item,
        tax_rate,
        _add_tax(unit, unit_reduction, tax_rate),
        _add_tax(subtotal, reduction, tax_rate),
        share,
    )


def _add_tax(subtotal: int, reduction: int, tax_rate: Decimal) -> Amounts:
    return Amounts(subtotal, reduction, round_half_up((subtotal - reduction) * tax_rate))


def _compute_reductions(
    items: Sequence[PricedItem], subtotals: Sequence[int], discount: Body | None
) -> list[int]:
    if discount is None:
        return [0] * len(items)
    base = [
        subtotal if discount_covers(discount, item.price) else 0
        for item, subtotal in zip(items, subtotals, strict=True)
    ]
    amount = Decimal(discount["amount"])
    if discount["type"] == "percentage":
        return [round_half_up(part * amount / 100) for part in base]
    if discount["type"] == "flat_per_seat":
        return [
            min(part, int(amount) * item.quantity) for part, item in zip(base, items, strict=True)
        ]
    return _spread_amount(min(int(amount), sum(base)), base)


def _spread_amount(amount: int, base: Sequence[int]) -> list[int]:
    """Spread a flat amount over the lines by their size. Cumulative sums are rounded instead of parts, so
    the parts add up to the amount, none is negative, and none exceeds its line."""
    whole = sum(base)
    if not whole:
        return [0] * len(base)
    ends = [round_half_up(Decimal(amount) * end / whole) for end in accumulate(base, initial=0)]
    return [end - start for start, end in pairwise(ends)]


def discount_covers(discount: Body, price: Body) -> bool:
    allowed = discount["restrict_to"]
    return not allowed or price["id"] in allowed or price["product_id"] in allowed
