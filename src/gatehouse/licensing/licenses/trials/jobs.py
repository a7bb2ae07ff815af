"""Records the end of trials, and notifies the billing contact."""

from datetime import datetime

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.identity.mails.service import send_mail
from gatehouse.kit import clock
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.kit.units import UnitFailures, each_due
from gatehouse.licensing.licenses.trials import queries
from gatehouse.licensing.licenses.trials.events import TrialEnded
from gatehouse.licensing.licenses.trials.models import DueTrial, EndedTrial


@scheduled_job("licenses.end_trials", "*/5 * * * *")
async def end_trials(context: JobContext) -> None:
    """Record, announce and mail the end of every expired trial, once."""
    now = clock.now()
    with UnitFailures("licenses.end_trials") as failures:
        async for one in each_due(context.database, queries.DUE_TRIALS, now):
            with failures.caught(tenant_id=one.tenant_id, license_id=one.id):
                await _end_trial(context, one, now)


async def _end_trial(context: JobContext, one: DueTrial, now: datetime) -> None:
    async with context.database.transaction(Scope.system()) as db:
        trial = await queries.END_TRIAL.first(db, now, one.tenant_id, one.id)
        if trial is not None:
            await _mail_trial_reminder(db, context, trial)


async def _mail_trial_reminder(db: Db, context: JobContext, trial: EndedTrial) -> None:
    await announce_event(db, TrialEnded(trial.tenant_id, trial.id, trial.name), by=SYSTEM)
    link = f"{context.resources[Deployment].public_url}/billing"
    await send_mail(db, context.resources, "trial-ended", trial.billing_email, link=link)
