"""Counts what is noted anyway: the audit, what licensed tools report, and how often the account called."""

from uuid import UUID

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.time_zones import load_time_zone
from gatehouse.usage import queries
from gatehouse.usage.models import kept_since, list_months_until, select_known_months
from gatehouse.usage.schemas import Usage, UsageMonth


async def read_usage(db: Db, tenant_id: UUID, retention_days: int) -> Usage:
    now = clock.now()
    account = await queries.ACCOUNT.one(db, tenant_id, now)
    months = list_months_until(now, load_time_zone(account.timezone))
    starts = [month.starts for month in months]
    activity = {one.month: one for one in await queries.ACTIVITY.all(db, tenant_id, starts, now)}
    seats = {one.month: one for one in await queries.SEATS.all(db, tenant_id, starts, now)}
    calls = {
        one.month: one.calls for one in await queries.CALLS.all(db, tenant_id, starts[0].date())
    }
    cuts = [one.cut_at for one in activity.values()] + [one.cut_at for one in seats.values()]
    known = select_known_months(
        months,
        born=account.created_at,
        kept_since=kept_since(now, retention_days),
        kept_from=account.audit_kept_from,
        cuts=[at for at in cuts if at],
    )
    found = []
    for place, month in enumerate(months, start=1):
        if month not in known:
            continue
        did, held = activity.get(place), seats.get(place)
        counted = account.calls_since is None or account.calls_since <= month.starts
        found.append(
            UsageMonth(
                month=f"{month.starts:%Y-%m}",
                active_people=did.people if did else 0,
                sign_ins=did.sign_ins if did else 0,
                tokens_created=did.tokens if did else 0,
                seats=(held.seats if held else 0) if account.has_licenses else None,
                api_calls=calls.get(month.starts.date(), 0) if counted else None,
            )
        )
    return Usage(months=found)
