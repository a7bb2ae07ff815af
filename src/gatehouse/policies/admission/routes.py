"""The caller's own address (wire reference §16.20); the client offers to allow it."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import CurrentPrincipal
from gatehouse.kit.resources import resource
from gatehouse.policies.admission import invitations as _invitations  # noqa: F401  registers itself
from gatehouse.policies.country_restrictions.lookup import Countries

router = APIRouter(prefix="/metadata", tags=["IP restrictions"])


class OwnAddress(BaseModel):
    """`country_code` is null where nothing says in which country the address is."""

    ip: str
    country_code: str | None


@router.get("/ipme")
async def get_own_address(
    caller: CurrentPrincipal,
    client: CurrentClient,
    countries: Annotated[Countries, resource(Countries)],
) -> OwnAddress:
    """The network address that the caller's requests come from."""
    return OwnAddress(ip=client.ip, country_code=countries.country_of(client.ip))
