"""Merge requests, for the vendor's support."""

from typing import Annotated, Any
from uuid import UUID

from fastapi import Query

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import SystemTransaction
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import VendorRoute, VendorTransaction
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.kit.db import Database
from gatehouse.kit.resources import AllResources
from gatehouse.user_merge import answers as answering
from gatehouse.user_merge import schemas, service

SHOWS: dict[str, Any] = {"response_model_exclude_none": True}

router = Router(
    prefix="/identity/resources/vendor-only/merge-requests/v1",
    tags=["Vendor"],
    route_class=VendorRoute,
)


@router.get("", permission=VendorPermission.READ_USERS, **SHOWS)
async def list_merge_requests(
    db: VendorTransaction, query: Annotated[schemas.MergeRequestsQuery, Query()]
) -> schemas.MergeRequestsPage:
    """Merge requests of the last 90 days, with their outcome."""
    found, total = await service.list_merge_requests(db, query)
    return schemas.MergeRequestsPage(
        items=[schemas.MergeRequestOut.from_row(one) for one in found], total=total
    )


@router.post("", permission=VendorPermission.WRITE_USERS, status_code=201, **SHOWS)
async def create_merge_request(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    data: schemas.MergeRequestIn,
) -> schemas.MergeRequestOut:
    """Ask both mailboxes whether the account of `goesId` may become part of that of `staysId`. Each gets a
    link for seven days; once both have agreed the merge is done, and cannot be undone.

    404 `users.not_found`; 400 `merges.same_person`; 409 `merges.already_asked`, and for accounts that cannot
    be merged `merges.staff`, `.locked`, `.not_verified`, `.directory`, `.single_sign_on`,
    `.too_many_accounts`, `.last_administrator`; 403 `access.staff_protected`, and `access.step_up_needed` for
    a staff member whose last MFA is more than 15 minutes ago.
    """
    return schemas.MergeRequestOut.from_row(
        await service.request_merge(db, resources, caller, data)
    )


@router.get("/{request_id}", permission=VendorPermission.READ_USERS, **SHOWS)
async def get_merge_request(db: VendorTransaction, request_id: UUID) -> schemas.MergeRequestOut:
    """404 `merges.not_found`, also after 90 days."""
    return schemas.MergeRequestOut.from_row(await service.get_merge_request(db, request_id))


@router.post("/{request_id}/withdraw", permission=VendorPermission.WRITE_USERS, **SHOWS)
async def withdraw_merge_request(
    db: VendorTransaction, caller: VendorCaller, request_id: UUID
) -> schemas.MergeRequestOut:
    """Withdraw a request; its links stop working. No body. 409 `merges.over` when it is no longer pending."""
    return schemas.MergeRequestOut.from_row(
        await service.withdraw_merge_request(db, caller, request_id)
    )


link_router = Router(prefix="/identity/resources/merge-requests/v1", tags=["Merge requests"])


@link_router.post("/verify", summary="What a mailed link asks")
async def look_at_merge_request(
    db: SystemTransaction, resources: AllResources, client: CurrentClient, data: schemas.MergeLink
) -> schemas.MergeAsked:
    """Which account would become part of which. Does not use up the link. 404 `merges.link_over` for a link
    that was used, has expired, or whose request has ended."""
    return await answering.read_merge_question(db, resources, client, data)


@link_router.post("/answer", summary="Agree to a merge, or refuse it")
async def answer_merge_request(
    resources: AllResources, client: CurrentClient, data: schemas.MergeAnswer
) -> schemas.MergeOutcome:
    """Once. One no ends it; when both mailboxes have agreed, it is done when this answers. 404
    `merges.link_over`, 409 `merges.busy`."""
    outcome = await answering.answer_merge_request(resources[Database], resources, client, data)
    return schemas.MergeOutcome(outcome=outcome)
