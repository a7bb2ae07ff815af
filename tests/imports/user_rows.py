"""Rows of imported users."""

import json

import bcrypt

from tests.identity.signup_steps import GOOD, new_address

IMPORTS = "/identity/resources/users/imports/v1"


MIGRATIONS = "/identity/resources/migrations"


JSONL, CSV = {"content-type": "application/x-ndjson"}, {"content-type": "text/csv"}


BCRYPT = bcrypt.hashpw(GOOD.encode(), bcrypt.gensalt(4)).decode()


def person(**more: object) -> dict[str, object]:
    return {"email": new_address(), "name": "Ada Poe", "verifyUser": True, **more}


def jsonl(*people: object) -> bytes:
    return b"\n".join(json.dumps(one).encode() for one in people)


async def stored(db, email: str) -> str:
    found: str = await db.connection.fetchval(
        "select p.hash from passwords p join users u on u.id = p.user_id where u.email = $1", email
    )
    return found
