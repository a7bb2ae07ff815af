"""Licenses, whosever they are."""

from datetime import UTC, datetime
from typing import Any

import orjson

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.lists import pattern_containing
from gatehouse.kit.plain_route import Json
from gatehouse.licensing.licenses import vendor_queries as queries
from gatehouse.licensing.licenses.errors import LicenseMissing
from gatehouse.licensing.licenses.identifiers import FINGERPRINT
from gatehouse.licensing.licenses.models import LicensePage, TimelineEntry
from gatehouse.licensing.licenses.schemas import VendorLicensesQuery

NEVER = datetime(9999, 1, 1, tzinfo=UTC)
ENDED = ("EXPIRED", "PAST_DUE", "PAUSED")  # the states of a license whose last day has passed


async def describe_license(db: Db, fingerprint: str, status: int = 200) -> Json:
    """Raises `LicenseMissing`."""
    text = await queries.ONE.first(db, clock.now(), fingerprint)
    if text is None:
        raise LicenseMissing("The license was not found")
    return Json(text.encode(), status)


async def search_licenses(db: Db, query: VendorLicensesQuery) -> Json:
    now, words = clock.now(), query.filter.strip()
    named = words if FINGERPRINT.fullmatch(words) else None
    page = await queries.LICENSES.page(
        db,
        query,
        query.sort_by,
        now,
        words=pattern_containing(words) if words and not named else None,
        fingerprint=named,
        reference=query.reference,
        tenant=query.tenant_id,
        source=query.source,
        paid=True if query.source == "paid" else None,
        **_in_state(query, now),
    )
    page = page or LicensePage("[]", 0)
    about = {"totalItems": page.total, "totalPages": -(-page.total // query.limit)}
    return Json(b'{"items":' + page.items.encode() + b',"_metadata":' + orjson.dumps(about) + b"}")


def _in_state(query: VendorLicensesQuery, now: datetime) -> dict[str, Any]:
    """The conditions of the state, the second such that an index has it."""
    ended = query.state in ENDED
    before = [at for at in (query.ends_before, now if ended else None) if at]
    return {
        "state": query.state,
        "suspended": True if query.state == "SUSPENDED" else None,
        "revoked": True if query.state == "REVOKED" else None,
        "ends_before": min(before, default=None),
    }


async def read_timeline(
    db: Db, fingerprint: str, before: datetime | None, limit: int
) -> list[TimelineEntry]:
    """The newest first. Raises `LicenseMissing`."""
    owned = await queries.OWNED.first(db, fingerprint)
    if owned is None:
        raise LicenseMissing("The license was not found")
    return await queries.TIMELINE.all(db, owned.tenant_id, owned.id, before or NEVER, limit)
