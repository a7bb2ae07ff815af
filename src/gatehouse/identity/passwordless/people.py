"""Look up the user that a request names."""

from gatehouse.identity.passwordless import queries
from gatehouse.identity.passwordless.models import NamedIdentifier, PasswordlessUser
from gatehouse.kit import clock
from gatehouse.kit.db import Db

BY = {
    "email": queries.BY_EMAIL,
    "user_id": queries.BY_ID,
    "phone_number": queries.BY_NUMBER,
}


async def find_passwordless_user(db: Db, named: NamedIdentifier) -> PasswordlessUser | None:
    """The user, or None. Needs the system scope."""
    return await BY[named.by].first(db, named.value, clock.now())
