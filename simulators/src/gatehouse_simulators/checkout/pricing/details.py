"""The `details` of a transaction or a preview: totals, tax rates, line items."""

from collections.abc import Sequence
from decimal import Decimal
from functools import reduce

from gatehouse_simulators.checkout.ids import new_entity_id
from gatehouse_simulators.checkout.pricing.lines import NOTHING, Amounts, PricedLine
from gatehouse_simulators.checkout.pricing.money import convert_amount
from gatehouse_simulators.checkout.store.models import Body
from gatehouse_simulators.shared.money import round_half_up

FEE_RATE = Decimal("0.05")
FEE_FLAT = 50  # US cents for each payment


def sum_amounts(lines: Sequence[PricedLine]) -> Amounts:
    return reduce(Amounts.__add__, (line.amounts for line in lines), NOTHING)


def build_preview_details(lines: Sequence[PricedLine], currency: str, credit: int = 0) -> Body:
    """The details of a preview. `credit` comes from an earlier bill; what is left of it goes to the
    customer's balance."""
    return {
        "tax_rates_used": _tax_rates(lines),
        "totals": _build_totals(sum_amounts(lines), currency, credit),
        "line_items": [_build_line_item(line) for line in lines],
    }


def build_transaction_details(lines: Sequence[PricedLine], currency: str, credit: int = 0) -> Body:
    details = build_preview_details(lines, currency, credit)
    return {
        **details,
        "adjusted_totals": _adjusted_totals(details["totals"]),
        "payout_totals": None,
        "adjusted_payout_totals": None,
        "line_items": [{"id": new_entity_id("txnitm"), **line} for line in details["line_items"]],
    }


def settle_details(details: Body) -> Body:
    """The details of a paid transaction, with the provider's fee."""
    total, currency = int(details["totals"]["grand_total"]), details["totals"]["currency_code"]
    tax = int(details["totals"]["grand_total_tax"])
    fee = (
        round_half_up(total * FEE_RATE) + convert_amount(FEE_FLAT, "USD", currency) if total else 0
    )
    kept = {"fee": str(fee), "earnings": str(total - tax - fee)}
    totals = details["totals"] | kept
    adjusted = details["adjusted_totals"] | kept
    exchange = {"exchange_rate": "1", "fee_rate": str(FEE_RATE)}
    chargeback = {"chargeback_fee": {"amount": "0", "original": None}, "exchange_rate": "1"}
    return details | {
        "totals": totals,
        "adjusted_totals": adjusted,
        "payout_totals": totals | exchange,
        "adjusted_payout_totals": adjusted | chargeback,
    }


def _build_totals(amounts: Amounts, currency: str, credit: int) -> Body:
    used = min(credit, amounts.total)
    due = amounts.total - used
    tax_due = round_half_up(Decimal(amounts.tax) * due / amounts.total) if amounts.total else 0
    return {
        **amounts.wire,
        "credit": str(used),
        "credit_to_balance": str(credit - used),
        "balance": str(due),
        "grand_total": str(due),
        "grand_total_tax": str(tax_due),
        "fee": None,
        "earnings": None,
        "currency_code": currency,
    }


def _adjusted_totals(totals: Body) -> Body:
    names = ("subtotal", "tax", "total", "grand_total", "grand_total_tax", "fee", "earnings")
    return {
        **{name: totals[name] for name in names},
        "currency_code": totals["currency_code"],
        "retained_fee": "0",
    }


def _tax_rates(lines: Sequence[PricedLine]) -> list[Body]:
    rates = sorted({line.tax_rate for line in lines})
    return [
        {
            "tax_rate": str(rate),
            "totals": sum_amounts([line for line in lines if line.tax_rate == rate]).wire,
        }
        for rate in rates
    ]


def _build_line_item(line: PricedLine) -> Body:
    return {
        "price_id": line.item.price["id"],
        "quantity": line.item.quantity,
        "proration": line.share.wire if line.share else None,
        "tax_rate": str(line.tax_rate),
        "unit_totals": line.per_unit.wire,
        "totals": line.amounts.wire,
        "product": line.item.product,
    }
