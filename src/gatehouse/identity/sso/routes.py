from gatehouse.identity.sso.connections import queries
from gatehouse.kit.db import Database
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router
from gatehouse.kit.schemas import Wire

router = Router(tags=["Public configuration"])


class SsoState(Wire):
    is_active: bool


@router.get("/team/resources/sso/v2/configurations/public")
async def get_public_sso_state(resources: AllResources) -> SsoState:
    """Whether anybody signs in through an identity provider of their own; then the pages ask for the address
    first."""
    async with resources[Database].one_statement() as db:
        return SsoState(is_active=await queries.ANY_IN_USE.one(db))
