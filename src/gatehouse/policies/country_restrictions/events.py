from dataclasses import dataclass

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class CountryRestrictionsUpdated(Event):
    event_name = "country_restrictions.updated"
    severity = "Medium"
    text = "The country restrictions were changed"
    is_active: bool
    strategy: str
    unknown: str
    countries: list[str]
