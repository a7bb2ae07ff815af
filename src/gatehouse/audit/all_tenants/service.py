"""The audit log of all tenants, for staff and for backends that name no tenant."""

from gatehouse.audit.all_tenants import queries
from gatehouse.audit.list.models import AuditQuery, TimeSpan
from gatehouse.kit.db import Db
from gatehouse.kit.lists import pattern_containing
from gatehouse.kit.plain_route import Json


async def of_all(db: Db, span: TimeSpan, wanted: AuditQuery, *, offset: int, count: int) -> Json:
    """The newest first. Of what is `wanted` all counts but `description`, `ip` and `user_agent`."""
    text = await queries.OF_ALL.one(
        db, span.start, span.end,
        _search_pattern(wanted.text), _search_pattern(wanted.action), _search_pattern(wanted.email),
        wanted.severity, wanted.actor_kind, offset, count, wanted.tenants, wanted.users, wanted.emails,
    )  # fmt: skip
    return Json(text.encode())


def _search_pattern(text: str) -> str | None:
    return pattern_containing(text) if text else None
