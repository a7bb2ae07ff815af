"""Country restrictions (wire reference §16.12; admin portal, section security)."""

from typing import Annotated

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.kit.resources import resource
from gatehouse.policies.country_restrictions import service
from gatehouse.policies.country_restrictions.lookup import Countries
from gatehouse.policies.country_restrictions.schemas import (
    CountriesIn,
    CountryConfig,
    CountryConfigIn,
    CountryOut,
)

Known = Annotated[Countries, resource(Countries)]

router = Router(
    prefix="/security-engines/resources/policies/v1/country-restriction",
    tags=["Country restrictions"],
)


@router.get("", permission=Permission.READ_COUNTRY_RESTRICTIONS)
async def get_country_restrictions_config(
    db: Transaction, caller: Caller, client: CurrentClient, known: Known
) -> CountryConfig:
    """Which list is in force, if any, and whether country lookup is available."""
    rules = await service.get_rules(db, caller)
    return CountryConfig.of(
        rules, is_available=known.is_known, own_country=known.country_of(client.ip)
    )


@router.post("", permission=Permission.WRITE_COUNTRY_RESTRICTIONS, status_code=201)
async def set_country_restrictions_config(
    db: Transaction, caller: Caller, client: CurrentClient, known: Known, data: CountryConfigIn
) -> CountryConfig:
    """Turn the list on or off. 409 `country_restrictions.no_file`, or
    `country_restrictions.would_lock_you_out` when the caller's own address would be refused. An empty list
    refuses no address."""
    rules = await service.set_config(db, caller, client, known, data)
    return CountryConfig.of(
        rules, is_available=known.is_known, own_country=known.country_of(client.ip)
    )


@router.get("/countries", permission=Permission.READ_COUNTRY_RESTRICTIONS)
async def list_restricted_countries(db: Transaction, caller: Caller) -> list[CountryOut]:
    """The listed countries, ordered by code."""
    return _to_countries((await service.get_rules(db, caller)).countries)


@router.post("/countries", permission=Permission.WRITE_COUNTRY_RESTRICTIONS, status_code=201)
async def set_restricted_countries(
    db: Transaction, caller: Caller, client: CurrentClient, known: Known, data: CountriesIn
) -> list[CountryOut]:
    """Replace the whole list. 409 `country_restrictions.would_lock_you_out`."""
    return _to_countries((await service.set_countries(db, caller, client, known, data)).countries)


def _to_countries(countries: list[str]) -> list[CountryOut]:
    return [CountryOut(id=code, country_code=code) for code in countries]
