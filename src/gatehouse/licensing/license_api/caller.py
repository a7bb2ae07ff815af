"""The license that a call brings: `Authorization: License <key>`."""

from starlette.requests import Request

from gatehouse.kit import clock
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.db import Database
from gatehouse.licensing.license_api import queries
from gatehouse.licensing.license_api.errors import UnknownKey
from gatehouse.licensing.license_api.models import KeyOwner
from gatehouse.licensing.licenses.identifiers import KEY, normalize_key


def unknown_key() -> UnknownKey:
    return UnknownKey("The license key is not known", headers={"www-authenticate": "License"})


def brought_key(request: Request) -> str:
    """`UnknownKey` when there is none, or what none looks like."""
    word, _, given = _as_text(request.headers.get("authorization", "")).partition(" ")
    key = normalize_key(given)
    if word.lower() != "license" or not KEY.fullmatch(key):
        raise unknown_key()
    return key


def _as_text(header: str) -> str:
    """Clients that send more than ASCII do so in UTF-8; headers are read byte by byte."""
    try:
        return header.encode("latin-1").decode()
    except UnicodeError:
        return header


def key_hash(request: Request) -> bytes:
    """What is stored of the key that the call brings. Raises `UnknownKey`."""
    return token_hash(brought_key(request))


async def owner_of(request: Request) -> KeyOwner:
    database: Database = request.app.state.resources[Database]
    hashed = key_hash(request)
    async with database.one_statement() as db:
        owner = await queries.OWNER.first(db, hashed, clock.now())
    if owner is None:
        raise unknown_key()
    return owner
