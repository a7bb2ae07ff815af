"""Why a session ended, for the login page (`context.reason` of the refusal)."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from gatehouse.identity.sessions import queries
from gatehouse.kit.db import Db

NO_ACCESS, REUSED, SECOND_FACTOR, NOT_ADMITTED = (
    "no_access", "reused", "second_factor", "not_admitted",
)  # fmt: skip
# Reasons that the login page explains, by the stored reason. Sign-out is left out because the user knows it,
# and so are the sessions of applications.
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
    """Find the reason; None when the session is live, or the reason is not explained. The caller must have
    shown a token of the session."""
    kept = await queries.WHY_ENDED.first(db, session_id, now)
    return TOLD.get(kept) if kept else None
