"""The rows of one tenant in every table, all as they were at one moment. Left out is what the export of the
whole installation leaves out: secrets, hashes, sessions, what is sealed."""

from collections.abc import AsyncIterator
from uuid import UUID

from gatehouse.access.errors import MissingPermission
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.audit.service import announce_event
from gatehouse.directory.tenants.deletion import get_intact_tenant
from gatehouse.directory.tenants.events import TenantEventOfVendor
from gatehouse.exports.service import COLUMNS, LEFT_OUT, OF_TOOLS, TABLES, build_export_statement
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.errors import Conflict


class TenantTooLargeToExport(Conflict, code="tenants.too_much_to_export"):
    """More than one answer holds; `gatehouse export` has no bound."""


class TenantExportedByVendor(TenantEventOfVendor):
    event_name = "tenant.exported"
    severity = "High"
    text = "Exported data for the tenant {name} ({rows} rows)"
    rows: int


MOST = 50_000
# Users belong to no tenant; members of this one are exported.
PEOPLE = "users"
# Billing data of the tenant, including the provider's.
BILLS = frozenset({
    "billing_accounts", "billing_events", "billing_invoices", "billing_payment_methods",
    "billing_subscriptions", "provider_adjustments", "provider_events", "provider_transactions",
})  # fmt: skip
# The audit, and its tamper evidence.
AUDITS = frozenset({"audits", "audit_blocks", "audit_erasures"})
# Sent events and their recipients: they contain what the audit says.
SENT = frozenset({
    "bell_notifications", "bell_states", "event_channels", "event_messages", "event_subscriptions",
    "slack_installations", "slack_subscriptions", "triggered_events", "webhook_deliveries", "webhooks",
})  # fmt: skip
# Licenses of the tenant, and their users.
LICENSES = frozenset({
    "license_discounts", "license_keys", "license_seats", "license_subscriptions", "license_usage",
    "licenses", "organizations", "payment_differences", "subscription_facts",
})  # fmt: skip
ENTITLEMENTS = frozenset({"entitlements"})
# The export contains only what the caller may also list.
NEEDS = {
    VendorPermission.SEE_BILLS: BILLS,
    VendorPermission.READ_AUDITS: AUDITS,
    VendorPermission.READ_EVENTS: SENT,
    VendorPermission.READ_LICENSES: LICENSES,
    VendorPermission.READ_ENTITLEMENTS: ENTITLEMENTS,
}
OF_PEOPLE = "id in (select user_id from memberships where tenant_id = $1)"


async def export_tenant(
    db: Db, database: Database, caller: VendorPrincipal, tenant_id: UUID
) -> list[str]:
    """One line for each row, `{"table": …, "row": {…}}`; also of a tenant that is deleted and not erased yet.
    Tables whose permission in `NEEDS` the caller lacks are left out. Raises `TenantNotFound`,
    `AlreadyErased`, `BeingErased`, `TenantTooLargeToExport`, and `MissingPermission` when the caller may not
    read users."""
    if not caller.may(VendorPermission.READ_USERS):
        needed = VendorPermission.READ_USERS
        raise MissingPermission(
            "Exporting users requires permission to read users", permission=needed
        )
    await get_intact_tenant(db, tenant_id)
    await db.pause()
    hidden = LEFT_OUT.union(*(NEEDS[one] for one in NEEDS if not caller.may(one)))
    lines = [line async for line in _read_lines_of_tenant(database, tenant_id, hidden)]
    # Not the rest of one whose erasing has begun meanwhile.
    tenant = await get_intact_tenant(db, tenant_id)
    event = TenantExportedByVendor(tenant_id, tenant_id, tenant.name, len(lines))
    await announce_event(db, event, by=caller.actor)
    return lines


async def _read_lines_of_tenant(
    database: Database, tenant_id: UUID, hidden: frozenset[str]
) -> AsyncIterator[str]:
    left = MOST
    async with database.transaction(Scope.system()) as db:
        connection = db.connection or await db.open()
        await connection.execute("set transaction isolation level repeatable read, read only")
        for table in await TABLES.all(db):
            if table in hidden or table.startswith(OF_TOOLS):
                continue
            columns = await COLUMNS.all(db, table)
            if table != PEOPLE and "tenant_id" not in columns:
                continue
            condition = OF_PEOPLE if table == PEOPLE else "tenant_id = $1"
            rows = await connection.fetch(
                build_export_statement(table, columns, f"where {condition} limit $2::bigint"),
                tenant_id,
                left + 1,
            )
            left -= len(rows)
            if left < 0:
                raise TenantTooLargeToExport(f"The tenant has more than {MOST:,} rows")
            for row in rows:
                yield row[0]
