"""Licenses, whosever they are."""

from datetime import UTC, datetime

import orjson

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.lists import like
from gatehouse.kit.plain_route import Json
from gatehouse.licensing.licenses.errors import LicenseMissing
from gatehouse.licensing.licenses.identifiers import FINGERPRINT
from gatehouse.management.licenses import queries
from gatehouse.management.licenses.models import LicensePage, TimelineEntry
from gatehouse.management.licenses.schemas import VendorLicensesQuery

NEVER = datetime(9999, 1, 1, tzinfo=UTC)


async def describe(db: Db, fingerprint: str, status: int = 200) -> Json:
    """`LicenseMissing`."""
    text = await queries.ONE.first(db, clock.now(), fingerprint)
    if text is None:
        raise LicenseMissing("The license was not found")
    return Json(text.encode(), status)


async def search(db: Db, query: VendorLicensesQuery) -> Json:
    words = query.filter.strip()
    named = words if FINGERPRINT.fullmatch(words) else None
    page = await queries.EVERY_LICENSE.page(
        db,
        query,
        query.sort_by,
        clock.now(),
        words=f"%{like(words)}%" if words and not named else None,
        fingerprint=named,
        reference=query.reference,
        tenant=query.tenant_id,
        state=query.state,
        source=query.source,
        ends_before=query.ends_before,
    ) or LicensePage("[]", 0)
    about = {"totalItems": page.total, "totalPages": -(-page.total // query.limit)}
    return Json(b'{"items":' + page.items.encode() + b',"_metadata":' + orjson.dumps(about) + b"}")


async def timeline(
    db: Db, fingerprint: str, before: datetime | None, limit: int
) -> list[TimelineEntry]:
    """The newest first. `LicenseMissing`."""
    owned = await queries.OWNED.first(db, fingerprint)
    if owned is None:
        raise LicenseMissing("The license was not found")
    return await queries.TIMELINE.all(db, owned.tenant_id, owned.id, before or NEVER, limit)
