"""Location of an address from a file in MaxMind's format; a file of cities has more fields than one of
countries."""

from dataclasses import dataclass
from typing import Any

REGIONAL_A = 0x1F1E6


@dataclass(frozen=True, slots=True)
class IpLocation:
    """`country_code`: two capital letters (ISO 3166-1). Names are English. Degrees, north and east."""

    country_code: str | None = None
    country_name: str | None = None
    city: str | None = None
    zip: str | None = None
    latitude: float | None = None
    longitude: float | None = None

    @property
    def flag(self) -> str | None:
        """The country's flag as a text of two regional indicators."""
        code = self.country_code
        if code is None or len(code) != 2 or not (code.isascii() and code.isupper()):
            return None
        return "".join(chr(REGIONAL_A + ord(letter) - ord("A")) for letter in code)


NOWHERE = IpLocation()


def place_in(found: Any) -> IpLocation:
    """The location in a record of the file, whose content is untrusted."""
    country = _nested_part(found, "country") or _nested_part(found, "registered_country")
    location = _nested_part(found, "location")
    return IpLocation(
        country_code=_text_field(country, "iso_code"),
        country_name=_text_field(_nested_part(country, "names"), "en"),
        city=_text_field(_nested_part(_nested_part(found, "city"), "names"), "en"),
        zip=_text_field(_nested_part(found, "postal"), "code"),
        latitude=_coordinate(location, "latitude"),
        longitude=_coordinate(location, "longitude"),
    )


def _nested_part(found: Any, name: str) -> dict[str, Any]:
    part = found.get(name) if isinstance(found, dict) else None
    return part if isinstance(part, dict) else {}


def _text_field(part: dict[str, Any], name: str) -> str | None:
    text = part.get(name)
    return text if isinstance(text, str) else None


def _coordinate(part: dict[str, Any], name: str) -> float | None:
    degrees = part.get(name)
    return float(degrees) if isinstance(degrees, int | float) else None
