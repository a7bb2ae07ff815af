"""What an organization holds."""

import base64
from dataclasses import replace
from uuid import UUID

import orjson

from gatehouse.access.principal import Principal
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Db
from gatehouse.licensing.licenses import queries
from gatehouse.licensing.licenses.errors import LicenseMissing
from gatehouse.licensing.licenses.models import ListedLicense
from gatehouse.licensing.licenses.response import sees_keys
from gatehouse.licensing.licenses.sealed_keys import open_key


async def get_license(db: Db, box: Box, caller: Principal, license_id: UUID) -> ListedLicense:
    """One of them; `LicenseMissing` when it is another tenant's."""
    sees = await sees_keys(db, caller)
    found = await queries.LICENSE.first(db, caller.tenant_id, sees, clock.now(), license_id)
    if found is None:
        raise LicenseMissing("The license was not found")
    if found.key_id is None or found.sealed_key is None:
        return found
    return replace(found, key=open_key(box, found.key_id, found.sealed_key))


def reveal_keys(listed: bytes, box: Box) -> bytes:
    """The list with its keys decrypted, for a caller who may see keys: other lists contain no sealed keys."""
    if b'"sealedKey"' not in listed:
        return listed
    licenses = orjson.loads(listed)
    for one in licenses:
        key_id, sealed = one.pop("keyId", None), one.pop("sealedKey", None)
        if sealed:
            one["key"] = open_key(box, UUID(key_id), base64.b64decode(sealed))
    return orjson.dumps(licenses)
