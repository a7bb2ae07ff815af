from fastapi import APIRouter
from fastapi.responses import JSONResponse

from gatehouse.kit.db import Db
from gatehouse_simulators.checkout.client import checkouts, payments
from gatehouse_simulators.checkout.client.models import (
    Authentication,
    CheckoutChange,
    OpenCheckout,
    Payment,
)
from gatehouse_simulators.checkout.client.view import checkout_view
from gatehouse_simulators.checkout.envelope import success
from gatehouse_simulators.checkout.fields import PathId
from gatehouse_simulators.checkout.pricing.previews import (
    PreviewRequest,
    TransactionPreviewRequest,
    preview_prices,
    preview_transaction,
)
from gatehouse_simulators.checkout.simulator import Account, Simulator

router = APIRouter()


@router.post("/pricing-preview")
async def preview_pricing(db: Account, data: PreviewRequest) -> JSONResponse:
    return success(await preview_prices(db, data))


@router.post("/transactions/preview")
async def preview_a_transaction(db: Account, data: TransactionPreviewRequest) -> JSONResponse:
    return success(await preview_transaction(db, data))


@router.post("/checkouts")
async def open_checkout(db: Account, simulator: Simulator, data: OpenCheckout) -> JSONResponse:
    """The checkout as events show it, and `warnings` about prefill that could not be used."""
    link = simulator.page("/billing/checkout")
    checkout, transaction, problems = await checkouts.open_checkout(db, data, link)
    view = await checkout_view(db, checkout, transaction)
    warnings = [{"field": field, "message": message} for field, message in problems]
    return success({"checkout": view, "warnings": warnings}, 201)


@router.patch("/checkouts/{checkout_id}")
async def change_checkout(db: Account, checkout_id: PathId, data: CheckoutChange) -> JSONResponse:
    checkout, transaction = await checkouts.change_checkout(db, checkout_id, data)
    return success({"checkout": await checkout_view(db, checkout, transaction)})


@router.post("/checkouts/{checkout_id}/pay")
async def pay(db: Account, checkout_id: PathId, data: Payment) -> JSONResponse:
    return await _outcome(db, await payments.pay(db, checkout_id, data.card))


@router.post("/checkouts/{checkout_id}/authenticate")
async def authenticate(db: Account, checkout_id: PathId, data: Authentication) -> JSONResponse:
    result = await payments.authenticate(db, checkout_id, approved=data.approved)
    return await _outcome(db, result)


async def _outcome(db: Db, result: payments.Result) -> JSONResponse:
    checkout, transaction, outcome, error_code = result
    view = await checkout_view(db, checkout, transaction)
    return success({"outcome": outcome, "error_code": error_code, "checkout": view})
