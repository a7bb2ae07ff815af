"""The countries that there are, and the country of an address.

It is looked up in a file in MaxMind's format, without a network. A file of cities has more fields than one of
countries.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import maxminddb

from gatehouse.kit import clock
from gatehouse.kit.configuration import ConfigurationError
from gatehouse.kit.logs import get_logger

WRITTEN = """
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS
BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE
EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM
HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC
LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO
TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW
"""
CODES = frozenset(WRITTEN.split())


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


def read_location_record(found: Any) -> IpLocation:
    """The location in a record of the file, whose content is untrusted."""
    country = _nested_part(found, "country") or _nested_part(found, "registered_country")
    location = _nested_part(found, "location")
    return IpLocation(
        country_code=_text_field(country, "iso_code"),
        country_name=_text_field(_nested_part(country, "names"), "en"),
        city=_text_field(_nested_part(_nested_part(found, "city"), "names"), "en"),
        zip=_text_field(_nested_part(found, "postal"), "code"),
        latitude=_parse_coordinate(location, "latitude"),
        longitude=_parse_coordinate(location, "longitude"),
    )


def _nested_part(found: Any, name: str) -> dict[str, Any]:
    part = found.get(name) if isinstance(found, dict) else None
    return part if isinstance(part, dict) else {}


def _text_field(part: dict[str, Any], name: str) -> str | None:
    text = part.get(name)
    return text if isinstance(text, str) else None


def _parse_coordinate(part: dict[str, Any], name: str) -> float | None:
    degrees = part.get(name)
    return float(degrees) if isinstance(degrees, int | float) else None


log = get_logger()

LOOK_AGAIN_SECONDS = 60


class Countries:
    """Country lookup. `country_of` is fast enough to be called anywhere: the file is in memory. A replaced
    file is read again; if it cannot be read, the previous one stays in use."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._reader: maxminddb.Reader | None = None
        self._read: tuple[int, int] | None = None
        self._looked_at = 0.0
        if path is not None:
            try:
                self._open(path)
            except (OSError, maxminddb.InvalidDatabaseError) as error:
                raise ConfigurationError(
                    f"GATEHOUSE_COUNTRY_FILE: {path} is no file in MaxMind's format ({error})"
                ) from None

    @property
    def is_known(self) -> bool:
        """Whether there is a file at all."""
        return self._path is not None

    def country_of(self, address: str) -> str | None:
        """Two capital letters (ISO 3166-1); None when the file does not say."""
        return self.place_of(address).country_code

    def place_of(self, address: str) -> IpLocation:
        """The location of an address according to the file."""
        self._look_again()
        if self._reader is None:
            return NOWHERE
        try:
            return read_location_record(self._reader.get(address))
        except ValueError:  # no address, or IPv6 in a file of IPv4
            return NOWHERE

    def _look_again(self) -> None:
        now = clock.now().timestamp()
        if self._path is None or abs(now - self._looked_at) < LOOK_AGAIN_SECONDS:
            return
        self._looked_at = now
        try:
            if _read_file_version(self._path) != self._read:
                self._open(self._path)
        except (OSError, maxminddb.InvalidDatabaseError) as error:
            log.warning("country_file.not_read", path=str(self._path), reason=str(error))

    def _open(self, path: Path) -> None:
        version = _read_file_version(path)
        self._reader = maxminddb.open_database(path, maxminddb.MODE_MEMORY)
        self._read, self._looked_at = version, clock.now().timestamp()


def _read_file_version(path: Path) -> tuple[int, int]:
    found = os.stat(path)
    return found.st_mtime_ns, found.st_size
