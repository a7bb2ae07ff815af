"""Thirteen months, so that the present one stands beside the same of last year."""

from collections import Counter
from datetime import UTC, date, datetime, time

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.overview import queries, schemas
from gatehouse.overview.models import RecurringRevenue

# The longest time that a payment provider charges for at once.
LONGEST_YEARS = 3


async def read_licenses_over_time(db: Db) -> schemas.LicensesOverTimeOut:
    now = clock.now()
    return schemas.LicensesOverTimeOut(
        months=await queries.RUNNING.all(db, _find_first_month(now), now)
    )


async def read_revenue_over_time(db: Db) -> schemas.RevenueOverTimeOut:
    now = clock.now()
    first = _find_first_month(now)
    since = datetime.combine(first.replace(year=first.year - LONGEST_YEARS), time(), UTC)
    found = await queries.RECURRING.all(db, first, since, now)
    payments: Counter[str] = Counter()
    for one in found:
        payments[one.currency] += one.payments
    currencies = sorted(payments, key=lambda name: (-payments[name], name))
    return schemas.RevenueOverTimeOut(
        currencies=[
            schemas.RevenueOut(
                currency=currency,
                months=[
                    _find_month_of_currency(found, currency, month)
                    for month in _list_months_since(first, now)
                ],
            )
            for currency in currencies
        ],
        complete_since=next((one.cut_at for one in found if one.cut_at), None),
    )


def _find_first_month(now: datetime) -> date:
    today = now.astimezone(UTC).date()
    return today.replace(year=today.year - 1, day=1)


def _list_months_since(first: date, now: datetime) -> list[date]:
    today = now.astimezone(UTC).date()
    count = (today.year - first.year) * 12 + today.month - first.month + 1
    return [
        first.replace(
            year=first.year + (first.month - 1 + n) // 12, month=(first.month - 1 + n) % 12 + 1
        )
        for n in range(count)
    ]


def _find_month_of_currency(
    found: list[RecurringRevenue], currency: str, month: date
) -> schemas.RecurringOut:
    for one in found:
        if one.currency == currency and one.month == month:
            return schemas.RecurringOut(
                month=month, recurring=one.recurring, paid=one.paid, payments=one.payments
            )
    return schemas.RecurringOut(month=month, recurring=0, paid=0, payments=0)
