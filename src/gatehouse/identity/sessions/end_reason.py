"""Why a session is over, for whoever held it: the login page says it (`context.reason` of the refusal)."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from gatehouse.identity.sessions import queries
from gatehouse.kit.db import Db

NO_ACCESS, REUSED, SECOND_FACTOR, NOT_ADMITTED = (
    "no_access", "reused", "second_factor", "not_admitted",
)  # fmt: skip
# What the login page has words for, by the reason that is kept. Who has signed out knows why, and of an
# application's sessions nobody is told.
TOLD: Mapping[str, str] = {
    "expired": "expired",
    "concurrent_limit": "limit",
    "ended_by_user": "by_you",
    "ended_by_admin": "by_admin",
    "ended_by_vendor": "by_admin",
    "password_changed": "credentials",
    "password_reset": "credentials",
    "mfa_changed": "credentials",
    "email_changed": "credentials",
    "locked": "by_admin",
    "no_access": NO_ACCESS,
    "refresh_token_reused": REUSED,
}


async def why_ended(db: Db, session_id: UUID, now: datetime) -> str | None:
    """None: the session goes on, or there is nothing to say. Whoever asks has shown a token of it."""
    kept = await queries.WHY_ENDED.first(db, session_id, now)
    return TOLD.get(kept) if kept else None
