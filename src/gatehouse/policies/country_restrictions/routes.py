"""Country restrictions (wire reference §16.12; admin portal, section security), and the location
of an IP address (§16.20)."""

from dataclasses import asdict
from ipaddress import ip_address
from typing import Annotated

from pydantic import BaseModel, IPvAnyAddress

from gatehouse.access.guard import CurrentPrincipal, Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.access.router import Caller, Router
from gatehouse.kit.resources import resource
from gatehouse.policies.admission.service import read_access_restrictions
from gatehouse.policies.country_restrictions import schemas, service
from gatehouse.policies.country_restrictions.countries import Countries
from gatehouse.policies.models import EntryRules

Known = Annotated[Countries, resource(Countries)]

router = Router(
    prefix="/security-engines/resources/policies/v1/country-restriction",
    tags=["Country restrictions"],
)
locations = Router(prefix="/metadata", tags=["IP restrictions"])


@router.get("", permission=Permission.READ_COUNTRY_RESTRICTIONS)
async def get_country_restrictions_config(
    db: Transaction, caller: Caller, known: Known
) -> schemas.CountryConfig:
    """Which list is in force, if any, and whether country lookup is available."""
    return _to_config(await read_access_restrictions(db, caller.tenant_id), caller, known)


@router.post("", permission=Permission.WRITE_COUNTRY_RESTRICTIONS, status_code=201)
async def set_country_restrictions_config(
    db: Transaction, caller: Caller, known: Known, data: schemas.CountryConfigIn
) -> schemas.CountryConfig:
    """Turn the list on or off. 409 `country_restrictions.no_file`, or
    `country_restrictions.would_lock_you_out` when the caller's own address would be refused. An empty list
    refuses no address."""
    return _to_config(await service.set_country_config(db, caller, known, data), caller, known)


def _to_config(rules: EntryRules, caller: Principal, known: Countries) -> schemas.CountryConfig:
    return schemas.CountryConfig(
        enabled=rules.country_active,
        action=rules.country_strategy,
        fail_strategy=rules.country_unknown,
        should_send_restriction_email=rules.country_mail,
        is_available=known.is_known,
        own_country=known.country_of(caller.client.ip),
    )


@router.get("/countries", permission=Permission.READ_COUNTRY_RESTRICTIONS)
async def list_restricted_countries(db: Transaction, caller: Caller) -> list[schemas.CountryOut]:
    """The listed countries, ordered by code."""
    return _to_countries((await read_access_restrictions(db, caller.tenant_id)).countries)


@router.post("/countries", permission=Permission.WRITE_COUNTRY_RESTRICTIONS, status_code=201)
async def set_restricted_countries(
    db: Transaction, caller: Caller, known: Known, data: schemas.CountriesIn
) -> list[schemas.CountryOut]:
    """Replace the whole list. 409 `country_restrictions.would_lock_you_out`."""
    return _to_countries((await service.set_countries(db, caller, known, data)).countries)


def _to_countries(countries: list[str]) -> list[schemas.CountryOut]:
    return [schemas.CountryOut(id=code, country_code=code) for code in countries]


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
    def from_address(cls, address: str, countries: Countries) -> "AddressPlace":
        place = countries.place_of(address)
        flag = AddressLocation(country_flag_emoji=place.flag)
        return cls(ip=address, location=flag, **asdict(place))


@locations.get("/ipme")
async def get_own_address(caller: CurrentPrincipal, countries: Known) -> AddressPlace:
    """Location of the network address that the caller's requests come from."""
    return AddressPlace.from_address(caller.client.ip, countries)


@locations.get("/ip/{ip}")
async def get_address_place(
    caller: CurrentPrincipal, ip: IPvAnyAddress, countries: Known
) -> AddressPlace:
    """Country of an IP address according to the server's own file; no external service is called."""
    return AddressPlace.from_address(str(ip_address(str(ip))), countries)
