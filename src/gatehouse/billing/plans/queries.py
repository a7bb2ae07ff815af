"""Statements on prices."""

from gatehouse.billing.plans.models import Price
from gatehouse.kit.db import Command, Query

# Bounded by how many plans there may be.
PRICES = Query(Price, "select * from billing_prices where id = any ($1::text[])")
KEEP = Command(
    """
    insert into billing_prices (id, product, amount, currency, every, every_count, created_at)
    values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing
    """
)
