"""What an organization holds."""

from uuid import UUID

from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.licensing.licenses import queries
from gatehouse.licensing.licenses.errors import LicenseMissing
from gatehouse.licensing.licenses.models import ListedLicense


async def get_license(db: Db, caller: Principal, license_id: UUID) -> ListedLicense:
    """One of them; `LicenseMissing` when it is another tenant's."""
    may_see_keys = caller.may(Permission.LICENSING_READ_KEYS)
    found = await queries.LICENSE.first(db, caller.tenant_id, may_see_keys, clock.now(), license_id)
    if found is None:
        raise LicenseMissing("The license was not found")
    return found
