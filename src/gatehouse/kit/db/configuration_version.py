"""The version of the vendor's configuration that a request is decided with.

Each process keeps the configuration in memory. The first statement of a request confirms that the database
still has the version with which the request began. If not, nothing has been written yet: the process reads
the configuration and answers the request again (`vendor.configuration.requests`, ADR 36). Outside of a
request there is nothing to confirm.
"""

from contextvars import ContextVar
from typing import LiteralString

# In a statement that reads the version along with something else.
VERSION: LiteralString = "(select v.configuration_version from common_version v)"
READ_VERSION: LiteralString = f"select {VERSION} as configuration_version"
# Of `gatehouse_confirm_configuration`.
CHANGED_STATE = "GH001"


class ConfigurationChanged(BaseException):
    """The request was begun with another version. It is no `Exception`, because nothing on the way may answer
    it."""


class RequestVersion:
    """The version with which a request began."""

    __slots__ = ("is_confirmed", "version")

    def __init__(self, version: int) -> None:
        self.version = version
        self.is_confirmed = False

    def confirm_version(self, found: int) -> None:
        """Raises `ConfigurationChanged` when the database has another version. After a request was confirmed
        it may have written, so it continues with what it knows."""
        if not self.is_confirmed and found != self.version:
            raise ConfigurationChanged
        self.is_confirmed = True


REQUEST_VERSION: ContextVar[RequestVersion | None] = ContextVar("request_version", default=None)


def confirm_version(found: int) -> None:
    """`found` was read by the first statement of the request. Raises `ConfigurationChanged`."""
    request = REQUEST_VERSION.get()
    if request is not None:
        request.confirm_version(found)


def get_unconfirmed_request() -> RequestVersion | None:
    request = REQUEST_VERSION.get()
    return None if request is None or request.is_confirmed else request


def get_version_to_confirm() -> int | None:
    """For a statement that has the version in its condition; None when it need not be confirmed."""
    request = get_unconfirmed_request()
    return None if request is None else request.version


def compose_version_condition(known: LiteralString) -> LiteralString:
    """Whether the version is that of the parameter `known`, which is null where none has to be confirmed."""
    return f"({known}::bigint is null or {VERSION} = {known})"


def mark_confirmed() -> None:
    """A statement with `compose_version_condition` found a row, or the answer does not depend on the
    configuration."""
    request = REQUEST_VERSION.get()
    if request is not None:
        request.is_confirmed = True
