"""What the vendor decides about a license."""

from gatehouse.audit.actors import SYSTEM
from gatehouse.kit.db import Database, Scope
from gatehouse.licensing.licenses.vendor_service import Standing, set_license_standing


async def stand(database: Database, fingerprint: str, standing: Standing) -> str:
    async with database.transaction(Scope.system()) as db:
        return await set_license_standing(db, fingerprint, standing, SYSTEM)
