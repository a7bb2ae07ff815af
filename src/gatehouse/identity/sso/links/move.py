"""Moves links along with a membership; used by higher layers."""

from uuid import UUID

from gatehouse.kit.db import Command, Db

MOVE = Command("select gatehouse_move_sso_links($1, $2, $3)")


async def move_links(db: Db, tenant_id: UUID, from_id: UUID, to_id: UUID) -> None:
    """Move the links of the tenant's connections from one account to another, after the tenant's directory
    has identified both as one user. A link ends if its connection may not open the second account, or already
    opens it with another subject."""
    await MOVE.run(db, tenant_id, from_id, to_id)
