from dataclasses import dataclass
from typing import Literal

Strategy = Literal["ALLOW", "BLOCK"]


@dataclass(frozen=True, slots=True)
class CountryRules:
    """`country_unknown` is what happens to an address whose country is not known. `country_mail`: whoever is
    refused is told by mail."""

    country_active: bool
    country_strategy: Strategy
    country_unknown: Strategy
    countries: list[str]
    country_mail: bool = False
