"""Country restrictions of a tenant. A change that would refuse the caller's own address is rejected, so an
administrator can always correct a mistake."""

from collections.abc import Sequence

from gatehouse.access.principal import Principal
from gatehouse.audit.service import announce_event
from gatehouse.directory.tenants.service import lock_tenant
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.list_changes import merge_list
from gatehouse.policies import queries
from gatehouse.policies.admission.decide import allows_country
from gatehouse.policies.admission.service import read_access_restrictions
from gatehouse.policies.country_restrictions.countries import Countries
from gatehouse.policies.country_restrictions.schemas import (
    CountriesIn,
    CountryConfigIn,
    CountryIn,
)
from gatehouse.policies.errors import CountriesUnknown, YourCountryRefused
from gatehouse.policies.events import CountryRestrictionsUpdated
from gatehouse.policies.models import EntryRules


async def set_country_config(
    db: Db, caller: Principal, known: Countries, data: CountryConfigIn
) -> EntryRules:
    """Change the restrictions. Raises `CountriesUnknown` without a country file, `YourCountryRefused`."""
    if data.enabled and not known.is_known:
        raise CountriesUnknown(
            "Countries are not available, because no geolocation file is configured"
        )
    await lock_tenant(db, caller.tenant_id)
    before = await read_access_restrictions(db, caller.tenant_id)
    await queries.SET_COUNTRY_RULES.run(
        db, caller.tenant_id, clock.now(), data.enabled, data.action, data.fail_strategy,
        data.should_send_restriction_email,
    )  # fmt: skip
    if data.countries is not None:
        base = None if data.base_countries is None else _sort_country_codes(data.base_countries)
        await _replace_country_codes(
            db, caller, merge_list(before.countries, base, _sort_country_codes(data.countries))
        )
    return await _check_and_announce_change(db, caller, known)


async def set_countries(
    db: Db, caller: Principal, known: Countries, data: CountriesIn
) -> EntryRules:
    """The whole list. `YourCountryRefused`."""
    await lock_tenant(db, caller.tenant_id)
    await _replace_country_codes(db, caller, _sort_country_codes(data.countries))
    return await _check_and_announce_change(db, caller, known)


def _sort_country_codes(countries: Sequence[CountryIn]) -> list[str]:
    return sorted({one.country_code for one in countries})


async def _replace_country_codes(db: Db, caller: Principal, codes: Sequence[str]) -> None:
    await queries.SET_COUNTRIES.run(db, caller.tenant_id, clock.now(), sorted(codes))


async def _check_and_announce_change(db: Db, caller: Principal, known: Countries) -> EntryRules:
    rules = await read_access_restrictions(db, caller.tenant_id)
    country = known.country_of(caller.client.ip)
    if not allows_country(rules, country):
        raise YourCountryRefused(
            f"Your own address {caller.client.ip} ({country or 'unknown country'}) would be blocked. "
            "Change the list first.",
            country=country,
        )
    event = CountryRestrictionsUpdated(
        caller.tenant_id,
        rules.country_active,
        rules.country_strategy,
        rules.country_unknown,
        rules.countries,
    )
    await announce_event(db, event, by=caller.actor)
    return rules
