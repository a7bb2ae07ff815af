"""Identifiers and times in the provider's formats."""

import string
from datetime import UTC, datetime

from gatehouse.kit.crypto import new_id

ALPHABET = string.digits + string.ascii_uppercase + string.ascii_lowercase
SHORT = {"cus": 14, "prod": 14, "si": 14}


def new_entity_id(prefix: str) -> str:
    """`cus_` and 14 letters or digits for kinds with short ids; otherwise `sub_1` and 21 of them."""
    number, characters = new_id().int, []
    for _ in range(SHORT.get(prefix, 21)):
        number, rest = divmod(number, len(ALPHABET))
        characters.append(ALPHABET[rest])
    return f"{prefix}_{'' if prefix in SHORT else '1'}{''.join(characters)}"


def to_unix(moment: datetime) -> int:
    return int(moment.timestamp())


def from_unix(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
