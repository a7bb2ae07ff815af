"""The country of an address, from a file in MaxMind's format; nothing is asked over the network."""

import os
from pathlib import Path

import maxminddb
import structlog

from gatehouse.kit import clock
from gatehouse.kit.configuration import ConfigurationError
from gatehouse.policies.country_restrictions.ip_location import NOWHERE, IpLocation, place_in

log = structlog.get_logger()

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
            return place_in(self._reader.get(address))
        except ValueError:  # no address, or IPv6 in a file of IPv4
            return NOWHERE

    def _look_again(self) -> None:
        now = clock.now().timestamp()
        if self._path is None or abs(now - self._looked_at) < LOOK_AGAIN_SECONDS:
            return
        self._looked_at = now
        try:
            if _file_version(self._path) != self._read:
                self._open(self._path)
        except (OSError, maxminddb.InvalidDatabaseError) as error:
            log.warning("country_file.not_read", path=str(self._path), reason=str(error))

    def _open(self, path: Path) -> None:
        version = _file_version(path)
        self._reader = maxminddb.open_database(path, maxminddb.MODE_MEMORY)
        self._read, self._looked_at = version, clock.now().timestamp()


def _file_version(path: Path) -> tuple[int, int]:
    found = os.stat(path)
    return found.st_mtime_ns, found.st_size
