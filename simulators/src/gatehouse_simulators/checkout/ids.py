"""Identifiers and times in the provider's formats."""

from datetime import UTC, datetime

from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


def new_entity_id(prefix: str) -> str:
    """`prefix_` and 26 base-32 characters that sort by time, as `txn_01hv8x…`."""
    number, characters = new_id().int, []
    for _ in range(26):
        characters.append(ALPHABET[number & 31])
        number >>= 5
    return f"{prefix}_{''.join(reversed(characters))}"


def to_timestamp(moment: datetime) -> str:
    """RFC 3339 in UTC with microseconds and `Z`; fixed width, so that text sorts as time."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def current_timestamp() -> str:
    return to_timestamp(clock.now())


def parse_timestamp(text: str) -> datetime:
    """The inverse of `to_timestamp`; also reads other RFC 3339 times."""
    return datetime.fromisoformat(text)
