"""Records the end of trials, and tells whoever pays."""

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce
from gatehouse.identity.mails.service import send
from gatehouse.kit import clock
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.jobs import JobContext, scheduled
from gatehouse.licensing.trials import queries
from gatehouse.licensing.trials.events import TrialEnded
from gatehouse.licensing.trials.models import EndedTrial

AT_ONCE = 100


@scheduled("licenses.end_trials", "*/5 * * * *")
async def end_trials(context: JobContext) -> None:
    """Every trial whose last instant has passed: recorded, announced, and told by mail, once."""
    while True:
        async with context.database.transaction(Scope.system()) as db:
            ended = await queries.END_TRIALS.all(db, clock.now(), AT_ONCE)
            for trial in ended:
                await _tell(db, context, trial)
        if len(ended) < AT_ONCE:
            return


async def _tell(db: Db, context: JobContext, trial: EndedTrial) -> None:
    await announce(db, TrialEnded(trial.tenant_id, trial.id, trial.name), by=SYSTEM)
    link = f"{context.resources[Deployment].public_url}/billing"
    await send(db, context.resources, "trial-ended", trial.billing_email, link=link)
