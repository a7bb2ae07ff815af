"""Numbers of the console's overview: totals, sign-ins and payments."""

from datetime import UTC, datetime, timedelta

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.jobs import COUNT_FAILED
from gatehouse.licensing.reconciliation.service import count_unreviewed_discrepancies
from gatehouse.licensing.reconciliation.stuck_events import count_stuck_events
from gatehouse.overview import queries
from gatehouse.overview.connection_queries import FAILING_COUNTS
from gatehouse.overview.days import list_last_days, start_of_day
from gatehouse.overview.schemas import CountedOut, DayOut, FailingOut, FirstStepsOut, OverviewOut
from gatehouse.system.queries import CHANNELS
from gatehouse.system.service import LATELY
from gatehouse.vendor.configuration.queries import VENDOR
from gatehouse.vendor.configuration.sections import BrandSection, SignIn

MONTHS_BACK = timedelta(days=365)
MOST = int(queries.MOST)


async def read_overview(db: Db) -> OverviewOut:
    now = clock.now()
    totals = await queries.TOTALS.one(db, now)
    days = await list_last_days(db, now)
    since = start_of_day((now.astimezone(UTC).date() - MONTHS_BACK).replace(day=1))
    return OverviewOut(
        tenants=_to_capped_count(totals.tenants),
        people=_to_capped_count(totals.people),
        licenses=_to_capped_count(totals.licenses),
        days=[DayOut(day=one.day, sign_ins=one.sign_ins, people=one.people) for one in days],
        complete_since=max((one.cut_at for one in days if one.cut_at), default=None),
        paid=await queries.PAID.all(db, since),
        failing=await _count_failing(db, now),
        first_steps=await read_first_steps(db),
    )


async def _count_failing(db: Db, now: datetime) -> FailingOut:
    connections = await FAILING_COUNTS.one(db, now)
    sent = await CHANNELS.all(db, now - LATELY)
    return FailingOut(
        jobs=await COUNT_FAILED.one(db, MOST),
        webhooks=connections.webhooks,
        sso=connections.sso,
        messages=sum(one.failed for one in sent),
        payment_events=await count_stuck_events(db),
        payment_differences=await count_unreviewed_discrepancies(db),
    )


def _to_capped_count(count: int) -> CountedOut:
    return CountedOut(count=min(count, MOST), is_more=count > MOST)


async def read_first_steps(db: Db) -> FirstStepsOut:
    vendor, begun = await VENDOR.one(db), await queries.BEGUN.one(db)
    is_set = SignIn.model_validate(vendor) != SignIn.model_validate({})
    return FirstStepsOut(
        brand=BrandSection.model_validate(vendor) != BrandSection.model_validate({}),
        sign_in=is_set or begun.has_provider or begun.has_people,
        application=begun.has_application,
        plan=begun.has_plan,
        customer=begun.has_customer,
    )
