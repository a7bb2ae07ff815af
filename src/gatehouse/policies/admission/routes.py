"""Location of an IP address (wire reference §16.20); the client offers to allow the caller's own."""

from ipaddress import ip_address
from typing import Annotated

from pydantic import BaseModel, IPvAnyAddress

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import CurrentPrincipal
from gatehouse.kit.resources import resource
from gatehouse.kit.router import Router
from gatehouse.policies.admission import invitations as _invitations  # noqa: F401  registers itself
from gatehouse.policies.country_restrictions.lookup import Countries

router = Router(prefix="/metadata", tags=["IP restrictions"])
KnownCountries = Annotated[Countries, resource(Countries)]


class AddressLocation(BaseModel):
    country_flag_emoji: str | None


class AddressPlace(BaseModel):
    """Location of an IP address; unknown fields are null. Coordinates in degrees, north and east."""

    ip: str
    country_code: str | None
    country_name: str | None
    city: str | None
    zip: str | None
    latitude: float | None
    longitude: float | None
    location: AddressLocation

    @classmethod
    def of(cls, address: str, countries: Countries) -> "AddressPlace":
        place = countries.place_of(address)
        return cls(
            ip=address,
            country_code=place.country_code,
            country_name=place.country_name,
            city=place.city,
            zip=place.zip,
            latitude=place.latitude,
            longitude=place.longitude,
            location=AddressLocation(country_flag_emoji=place.flag),
        )


@router.get("/ipme")
async def get_own_address(
    caller: CurrentPrincipal, client: CurrentClient, countries: KnownCountries
) -> AddressPlace:
    """Location of the network address that the caller's requests come from."""
    return AddressPlace.of(client.ip, countries)


@router.get("/ip/{ip}")
async def get_address_place(
    caller: CurrentPrincipal, ip: IPvAnyAddress, countries: KnownCountries
) -> AddressPlace:
    """Country of an IP address according to the server's own file; no external service is called."""
    return AddressPlace.of(str(ip_address(str(ip))), countries)
