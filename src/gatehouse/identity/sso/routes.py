from gatehouse.identity.sso.connections.queries import ANY_IN_USE
from gatehouse.kit.db import Database
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router
from gatehouse.kit.schemas import Wire

public = Router(tags=["Public configuration"])


class SsoState(Wire):
    is_active: bool


@public.get("/team/resources/sso/v2/configurations/public")
async def get_public_sso_state(resources: AllResources) -> SsoState:
    """Whether single sign-on is in use at any tenant; then the pages ask for the address first."""
    async with resources[Database].one_statement() as db:
        return SsoState(is_active=await ANY_IN_USE.one(db))
