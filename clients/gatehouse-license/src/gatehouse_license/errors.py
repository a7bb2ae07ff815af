"""Why a tool may not be used now. `code` is the word of the wire, or of this list."""

# Of the server.
UNKNOWN_KEY = "UNKNOWN_KEY"
NO_SEATS = "NO_SEATS"
NO_SEAT = "NO_SEAT"
SEAT_GONE = "SEAT_GONE"
IN_FORCE_NO_MORE = frozenset({"EXPIRED", "PAST_DUE", "PAUSED", "SUSPENDED", "REVOKED"})

# Of a license file.
NO_FILE = "NO_FILE"
MALFORMED = "MALFORMED"
UNKNOWN_ALGORITHM = "UNKNOWN_ALGORITHM"
UNKNOWN_SIGNER = "UNKNOWN_SIGNER"
CHANGED = "CHANGED"
DATE_CHANGED = "DATE_CHANGED"
UNKNOWN_VERSION = "UNKNOWN_VERSION"
OTHER_SUBJECT = "OTHER_SUBJECT"
OLDER_FILE = "OLDER_FILE"
CLOCK_SET_BACK = "CLOCK_SET_BACK"
EXPIRED = "EXPIRED"
OFFLINE_TOO_LONG = "OFFLINE_TOO_LONG"


class LicenseError(Exception):
    """`code`: for programs. The text is for the person in front of the tool."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class Refused(LicenseError):
    """The server has said no: `EXPIRED`, `PAST_DUE`, `PAUSED`, `SUSPENDED`, `REVOKED`, `UNKNOWN_KEY`."""


class NoSeats(Refused):
    """All seats are in use."""

    def __init__(self, text: str, max_seats: int | None = None) -> None:
        super().__init__(NO_SEATS, text)
        self.max_seats = max_seats


class FileRefused(LicenseError):
    """What is wrong with the license file; without a server nothing else speaks for the tool."""


AWAY = "The license server cannot be reached"


class Unreachable(LicenseError):
    """The server did not answer, or something else answered in its place. The text says why where that is
    known, and `__cause__` has what the network or the environment raised."""

    def __init__(self, text: str = AWAY) -> None:
        super().__init__("UNREACHABLE", text)
