"""Routes of the vendor to erase a user."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from fastapi import Query, Response
from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from pydantic.alias_generators import to_camel

from gatehouse.access.replica_reads import VendorLaggingTransaction
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    UnnamedRoute,
    VendorRoute,
    VendorTransaction,
    require_user_change,
)
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.erasure import jobs as _jobs  # noqa: F401  registers them
from gatehouse.erasure import service
from gatehouse.erasure.models import ListedErasure
from gatehouse.kit.paging import CountedPage
from gatehouse.kit.resources import AllResources
from gatehouse.kit.schemas import Text, Wire


class ErasureRequest(Wire):
    """`reason` is kept in the audit, without what it says of the user."""

    reason: Annotated[Text, StringConstraints(min_length=3, max_length=500)]


class ErasureOut(Wire):
    """`pseudonym` replaces the user everywhere; who it was is not kept. `entries`: how many of the audit were
    changed. Without `finishedAt` the search for traces is still running."""

    id: UUID
    pseudonym: str
    reason: str
    asked_by: str
    asked_at: datetime
    entries: int
    finished_at: datetime | None = None


class ErasuresPage(CountedPage[ErasureOut]):
    """The newest first; `total` counts to 10,000."""


class ErasuresQuery(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="ignore")

    offset: int = Field(0, ge=0, le=10_000)
    limit: int = Field(20, ge=1, le=100)


SHOWS: dict[str, Any] = {"response_model_exclude_none": True}

router = Router(
    prefix="/identity/resources/vendor-only/users/v1", tags=["Vendor"], route_class=VendorRoute
)


# A call without a tenant removes the user from all tenants and erases everything, as on the hosted platform.
of_everybody = Router(tags=["Vendor"], route_class=UnnamedRoute, include_in_schema=False)


@of_everybody.delete("/identity/resources/users/v1/{user_id}", permission=require_user_change())
async def delete_user_everywhere(
    db: VendorTransaction, resources: AllResources, caller: VendorCaller, user_id: UUID
) -> Response:
    """Erase a user; equals `POST …/vendor-only/users/v1/{id}/erase`."""
    await service.begin_erasure(db, resources, caller, user_id, "Deleted by a backend")
    return Response(status_code=200)


# Before the route of a single user, whose path would match too.
@router.get("/erasures", permission=VendorPermission.READ_USERS, **SHOWS)
async def list_erasures(
    db: VendorLaggingTransaction, query: Annotated[ErasuresQuery, Query()]
) -> ErasuresPage:
    """Erasures with their time and the caller who requested them, under the pseudonym."""
    found, total = await service.list_erasures(db, query.offset, query.limit)
    return ErasuresPage(items=[ErasureOut.model_validate(one) for one in found], total=total)


@router.post(
    "/{user_id}/erase",
    permission=require_user_change(),
    status_code=202,
    response_model=ErasureOut,
    **SHOWS,
)
async def erase_user(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    user_id: UUID,
    data: ErasureRequest,
) -> ListedErasure:
    """Erase the user permanently. Sessions, factors and memberships are gone when this answers, and the
    address is free; seats, mail and what the audit says of them follow within minutes. Entries of the audit
    stay, under a pseudonym, and `gatehouse audit verify` knows which. Bills stay: they belong to an account.
    403 `access.step_up_needed` for a staff member whose last MFA is more than 15 minutes ago; 404
    `users.not_found`; 409 `users.is_staff`, `users.being_erased`."""
    return await service.begin_erasure(db, resources, caller, user_id, data.reason)
