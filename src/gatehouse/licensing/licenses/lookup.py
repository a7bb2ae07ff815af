"""How a path names a license: by its fingerprint, which is what a client has of it, or by our own id."""

import re
from typing import Annotated
from uuid import UUID

from fastapi import Path

from gatehouse.kit.db import Db
from gatehouse.licensing.licenses import queries
from gatehouse.licensing.licenses.errors import LicenseMissing
from gatehouse.licensing.licenses.identifiers import FINGERPRINT

_ID = re.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")

LicenseName = Annotated[
    str,
    Path(
        description="The license's `fingerprint`, or its `id`.",
        # Told and not checked: what cannot name a license is not found, as what names none.
        json_schema_extra={"pattern": f"^({FINGERPRINT.pattern}|{_ID.pattern})$"},
    ),
]


async def find_license(db: Db, tenant_id: UUID, name: str) -> UUID:
    """The id of the license with this id or fingerprint. Raises `LicenseMissing` when it does not exist or
    belongs to another tenant."""
    own_id = UUID(name) if _ID.fullmatch(name) else None
    is_name = own_id is not None or FINGERPRINT.fullmatch(name) is not None
    found = await queries.NAMED.first(db, tenant_id, own_id, name) if is_name else None
    if found is None:
        raise LicenseMissing("The license was not found")
    return found
