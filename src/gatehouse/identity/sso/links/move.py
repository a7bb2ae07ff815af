"""Links follow a membership, for the areas above."""

from uuid import UUID

from gatehouse.kit.db import Command, Db

MOVE = Command("select gatehouse_move_sso_links($1, $2, $3)")


async def move_links(db: Db, tenant_id: UUID, from_id: UUID, to_id: UUID) -> None:
    """The tenant's directory says that two accounts are the same user: what the tenant's connections opened
    the first with opens the second, where a connection may open that one, and otherwise nothing."""
    await MOVE.run(db, tenant_id, from_id, to_id)
