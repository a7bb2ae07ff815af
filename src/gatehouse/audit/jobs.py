"""The months of the audit: made ahead, and dropped when all in them is older than what is kept. And the
blocks by which a change is found. And what is sent to a collector outside."""

from datetime import timedelta

from gatehouse.audit import queries
from gatehouse.audit.chain import queries as blocks
from gatehouse.audit.chain.seal import compute_retention_start, seal_audit_entries
from gatehouse.audit.settings import AuditSettings
from gatehouse.audit.stream.destinations import choose_destination
from gatehouse.audit.stream.service import stream_audit_entries
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Scope
from gatehouse.kit.external_ids import ExternalIds
from gatehouse.kit.jobs import JobContext, scheduled_job

STEPS_AT_ONCE = 100
FORGOTTEN_AT_ONCE = 2000


@scheduled_job("audit.months", "11 * * * *")
async def maintain_audit_months(context: JobContext) -> None:
    """Hourly, so that one which found a table in use is soon made up for."""
    kept = timedelta(days=context.resources[AuditSettings].audit_retention_days)
    async with context.database.transaction(Scope.system()) as db:
        await queries.BRIEFLY.run(db)
        await queries.KEEP_MONTHS.one(db, clock.now(), kept)


@scheduled_job("audit.seal", "* * * * *")
async def seal_settled_entries(context: JobContext) -> None:
    """Seal entries that are some minutes old. After downtime it catches up."""
    await seal_audit_entries(context.database, context.resources[Box], most_steps=STEPS_AT_ONCE)


@scheduled_job("audit.forget_blocks", "21 * * * *")
async def delete_expired_audit_blocks(context: JobContext) -> None:
    """Delete the blocks of dropped months, and the records of erasures in them."""
    since = compute_retention_start(
        clock.now(), context.resources[AuditSettings].audit_retention_days
    )
    for forget in (blocks.FORGET, blocks.FORGET_RECORDS):
        for _ in range(STEPS_AT_ONCE):
            async with context.database.transaction(Scope.system()) as db:
                if not await forget.run(db, since):
                    break


@scheduled_job("audit.forget_entries", "31 * * * *")
async def delete_expired_audit_entries(context: JobContext) -> None:
    """Delete expired entries of tenants with a retention period shorter than the default."""
    for _ in range(STEPS_AT_ONCE):
        async with context.database.transaction(Scope.system()) as db:
            forgotten = await queries.FORGET_ENTRIES.one(db, clock.now(), FORGOTTEN_AT_ONCE)
        if forgotten < FORGOTTEN_AT_ONCE:
            return


@scheduled_job("audit.stream", "* * * * *")
async def stream_new_entries(context: JobContext) -> None:
    resources = context.resources
    if send := choose_destination(resources[AuditSettings], resources[ExternalIds]):
        await stream_audit_entries(context.database, send, most_batches=STEPS_AT_ONCE)
