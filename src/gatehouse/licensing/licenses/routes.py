"""`/api/v1/licenses` (spec 000 §3, §7)."""

from typing import Annotated

from fastapi import APIRouter

from gatehouse.access.actor import Actor, Transaction, require
from gatehouse.access.permissions import Permission
from gatehouse.licensing.licenses import service
from gatehouse.licensing.licenses.schemas import LicenseOut

router = APIRouter(prefix="/api/v1/licenses", tags=["Licensing"])

CanRead = Annotated[Actor, require(Permission.LICENSING_READ_LICENSES)]


@router.get("", response_model=list[LicenseOut], response_model_exclude_none=True)
async def list_licenses(db: Transaction, actor: CanRead) -> list[LicenseOut]:
    """The licenses of the caller's organization, oldest first; empty before it was made."""
    return [LicenseOut.of(row) for row in await service.list_licenses(db, actor)]
