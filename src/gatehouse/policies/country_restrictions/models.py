from dataclasses import dataclass
from typing import Literal

Strategy = Literal["ALLOW", "BLOCK"]


@dataclass(frozen=True, slots=True)
class CountryRules:
    """`country_unknown` applies to addresses whose country is not known. `country_mail`: a refused user is
    notified by mail."""

    country_active: bool
    country_strategy: Strategy
    country_unknown: Strategy
    countries: list[str]
    country_mail: bool = False
