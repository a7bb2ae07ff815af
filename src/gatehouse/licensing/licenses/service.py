"""What an organization holds."""

from gatehouse.access.actor import Actor
from gatehouse.access.permissions import Permission
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.licensing.licenses import queries
from gatehouse.licensing.licenses.models import ListedLicense


async def list_licenses(db: Db, actor: Actor) -> list[ListedLicense]:
    """Oldest first; with keys when the caller may see them."""
    may_see_keys = actor.may(Permission.LICENSING_READ_KEYS)
    return await queries.LICENSES.all(db, actor.tenant_id, may_see_keys, clock.now())
