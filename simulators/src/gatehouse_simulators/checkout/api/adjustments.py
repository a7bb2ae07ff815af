from datetime import timedelta
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse

from gatehouse_simulators.checkout import adjustments, invoices
from gatehouse_simulators.checkout.adjustments import NewAdjustment
from gatehouse_simulators.checkout.api.listing import list_page
from gatehouse_simulators.checkout.envelope import build_success
from gatehouse_simulators.checkout.fields import PathId
from gatehouse_simulators.checkout.simulator import Account, Simulator
from gatehouse_simulators.checkout.store import service

router = APIRouter(prefix="/adjustments")
LINK_LIFE = timedelta(hours=1)
FILTERS = ("id", "status", "customer_id", "transaction_id", "subscription_id", "action")


@router.get("")
async def list_adjustments(request: Request, db: Account) -> JSONResponse:
    return await list_page(request, db, "adjustment", *FILTERS)


@router.post("")
async def create_adjustment(db: Account, data: NewAdjustment) -> JSONResponse:
    return build_success((await adjustments.create_adjustment(db, data)).body, 201)


@router.get("/{adjustment_id}/credit-note")
async def get_credit_note(
    db: Account,
    simulator: Simulator,
    adjustment_id: PathId,
    disposition: Annotated[Literal["attachment", "inline"], Query()] = "attachment",
) -> JSONResponse:
    """A link that is valid for one hour."""
    adjustment = await service.get_entity(db, "adjustment", adjustment_id)
    invoices.refuse_without_credit_note(adjustment.body)
    path = invoices.build_signed_path(
        simulator.secrets.api_key, adjustment_id, disposition, LINK_LIFE
    )
    return build_success({"url": simulator.page_url(path)})
