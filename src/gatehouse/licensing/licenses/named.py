"""How a path names a license: by its fingerprint, which is what a client has of it, or by our own id."""

from typing import Annotated
from uuid import UUID

from fastapi import Path

from gatehouse.kit.db import Db
from gatehouse.licensing.licenses import queries
from gatehouse.licensing.licenses.errors import LicenseMissing
from gatehouse.licensing.licenses.identifiers import FINGERPRINT

_ID = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"

LicenseName = Annotated[
    str,
    Path(
        pattern=f"^({FINGERPRINT.pattern}|{_ID})$",
        description="The license's `fingerprint`, or its `id`.",
    ),
]


async def find_license(db: Db, tenant_id: UUID, name: str) -> UUID:
    """The id of the license; `LicenseMissing` when it is another tenant's, or nobody's."""
    own_id = None if FINGERPRINT.fullmatch(name) else UUID(name)
    found = await queries.NAMED.first(db, tenant_id, own_id, name)
    if found is None:
        raise LicenseMissing("The license was not found")
    return found
