"""Licenses and payments as they are stored."""

from typing import Any

LICENSE_ROW = (
    "select id, license_type, is_trial, max_seats, key, fingerprint, valid_to,"
    " provider_subscription_id, provider_transaction_id, price_id, cycle, billing_status, status_at,"
    " deactivation_at, next_payment_at, is_past_due, provider_updated_at"
    " from licenses where tenant_id = $1 order by created_at, id"
)


PAYMENT_ROW = (
    "select id, status, invoice_number, subscription_id, total from provider_transactions"
    " where tenant_id = $1"
)


async def rows(db, sql: str, tenant_id) -> list[dict[str, Any]]:
    return [dict(row) for row in await db.connection.fetch(sql, tenant_id)]
