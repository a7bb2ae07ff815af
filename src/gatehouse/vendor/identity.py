"""The vendor's ids and cookie rule, read once at start: the ids never change, and a changed cookie
rule takes effect at the next start."""

from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from gatehouse.kit.db import Database, Query, Scope


@dataclass(frozen=True)
class VendorIdentity:
    id: UUID
    client_id: UUID
    cookie_same_site: str

    @cached_property
    def audience(self) -> str:
        """`aud` of the tokens."""
        return str(self.client_id)

    @cached_property
    def cookie_suffix(self) -> str:
        """The client id without its first dash, as the mobile clients spell it."""
        return str(self.client_id).replace("-", "", 1)

    @cached_property
    def cookie_suffixes(self) -> tuple[str, str, str]:
        """Every spelling that clients read; ours first."""
        return self.cookie_suffix, self.client_id.hex, str(self.client_id)


IDENTITY = Query(VendorIdentity, "select id, client_id, cookie_same_site from vendor")


async def load_identity(database: Database) -> VendorIdentity:
    async with database.transaction(Scope.system()) as db:
        return await IDENTITY.one(db)
