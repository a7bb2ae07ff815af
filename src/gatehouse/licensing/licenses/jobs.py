"""Resets seats at the billing date, ends trials, and revokes the licenses of deleted tenants."""

from collections.abc import Awaitable, Callable

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.identity.mails.service import send_mail
from gatehouse.kit import clock
from gatehouse.kit.db import Db, Query, Scope
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.jobs import JobContext, enqueue, scheduled_job
from gatehouse.kit.units import UnitFailures, each_due
from gatehouse.licensing.events import TrialEnded
from gatehouse.licensing.licenses import job_queries
from gatehouse.licensing.licenses.models import DueLicense
from gatehouse.licensing.licenses.seat_release import release_seats_at_billing_date

Work = Callable[[Db, JobContext, DueLicense], Awaitable[None]]


@scheduled_job("licenses.reset_seats", "*/5 * * * *")
async def reset_due_seats(context: JobContext) -> None:
    """Reset the seats of every license whose billing date has passed. A claim that finds all seats held does
    not wait for it."""
    await _for_each_license(
        context, "licenses.reset_seats", job_queries.DUE_RESETS, _reset_seats_of_license
    )


@scheduled_job("licenses.end_trials", "*/5 * * * *")
async def end_expired_trials(context: JobContext) -> None:
    """Record, announce and mail the end of every expired trial, once."""
    await _for_each_license(context, "licenses.end_trials", job_queries.DUE_TRIALS, _end_trial)


@scheduled_job("licenses.take_back", "*/5 * * * *")
async def revoke_licenses_of_deleted_tenants(context: JobContext) -> None:
    """Revoke the licenses of deleted tenants, including one bought while its tenant was being deleted."""
    await _for_each_license(
        context, "licenses.take_back", job_queries.DUE_REVOCATIONS, _revoke_license
    )


async def _for_each_license(
    context: JobContext, job: str, statement: Query[DueLicense], work: Work
) -> None:
    """Each license in a transaction of its own."""
    with UnitFailures(job) as failures:
        async for one in each_due(context.database, statement, clock.now()):
            with failures.caught(tenant_id=one.tenant_id, license_id=one.id):
                async with context.database.transaction(Scope.system()) as db:
                    await work(db, context, one)


async def _reset_seats_of_license(db: Db, _: JobContext, one: DueLicense) -> None:
    await release_seats_at_billing_date(db, one.tenant_id, one.id)


async def _end_trial(db: Db, context: JobContext, one: DueLicense) -> None:
    trial = await job_queries.END_TRIAL.first(db, clock.now(), one.tenant_id, one.id)
    if trial is None:
        return
    await announce_event(db, TrialEnded(trial.tenant_id, trial.id, trial.name), by=SYSTEM)
    link = f"{context.resources[Deployment].public_url}/billing"
    await send_mail(db, context.resources, "trial-ended", trial.billing_email, link=link)


async def _revoke_license(db: Db, _: JobContext, one: DueLicense) -> None:
    charged = await job_queries.REVOKE.first(db, clock.now(), one.tenant_id, one.id)
    if charged:
        await enqueue(db, "payments.stop", subscription_id=charged, tenant_id=one.tenant_id)
