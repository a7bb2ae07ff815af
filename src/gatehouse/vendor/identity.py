"""The vendor's ids, read once at start: they never change."""

from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.db import Database, Query, Scope


@dataclass(frozen=True, slots=True)
class VendorIdentity:
    id: UUID
    client_id: UUID

    @property
    def cookie_suffix(self) -> str:
        """The client id without its first dash, as the mobile clients spell it."""
        return str(self.client_id).replace("-", "", 1)


IDENTITY = Query(VendorIdentity, "select id, client_id from vendor")


async def load_identity(database: Database) -> VendorIdentity:
    async with database.transaction(Scope.system()) as db:
        return await IDENTITY.one(db)
