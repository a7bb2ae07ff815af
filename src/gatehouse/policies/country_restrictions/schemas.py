"""Country restrictions on the wire (wire reference §16.12)."""

from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from gatehouse.kit.schemas import Wire
from gatehouse.policies.country_restrictions.countries import CODES
from gatehouse.policies.models import Strategy


def _require_known_country(code: str) -> str:
    if code not in CODES:
        raise ValueError("must be a country code (ISO 3166-1 alpha-2)")
    return code


CountryCode = Annotated[
    str,
    StringConstraints(to_upper=True, pattern=r"^[A-Za-z]{2}$"),
    AfterValidator(_require_known_country),
]


class CountryConfig(Wire):
    """`action` `ALLOW`: only listed countries enter; `BLOCK`: all but those. `failStrategy` applies to an
    address whose country is not known. `shouldSendRestrictionEmail`: a refused user who has authenticated is
    notified by mail. `isAvailable`: a file that maps addresses to countries is installed. `ownCountry` is the
    caller's country."""

    enabled: bool
    action: Strategy
    fail_strategy: Strategy
    should_send_restriction_email: bool
    is_available: bool
    own_country: str | None


class CountryIn(Wire):
    country_code: CountryCode


class CountryConfigIn(Wire):
    """`shouldSendRestrictionEmail`: a refused user who has authenticated is notified by mail, a few times a
    day at most. `countries`, if given, is the whole list, saved in the same step; with `baseCountries`, the
    list that the editor started with, only countries added and removed since are applied."""

    enabled: bool
    action: Strategy
    fail_strategy: Strategy
    should_send_restriction_email: bool = False
    countries: list[CountryIn] | None = Field(None, max_length=300)
    base_countries: list[CountryIn] | None = Field(None, max_length=300)


class CountriesIn(Wire):
    """The whole list."""

    countries: list[CountryIn] = Field(max_length=300)


class CountryOut(Wire):
    """A country's code is its `id` too."""

    id: str
    country_code: str
