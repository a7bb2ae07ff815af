from fastapi import APIRouter
from fastapi.responses import JSONResponse

from gatehouse.kit.db import Db
from gatehouse_simulators.checkout.client import checkouts, payments
from gatehouse_simulators.checkout.client.models import (
    BankAuthentication,
    CheckoutChange,
    CheckoutPayment,
    OpenCheckout,
)
from gatehouse_simulators.checkout.client.view import build_checkout_view
from gatehouse_simulators.checkout.envelope import build_success
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
    return build_success(await preview_prices(db, data))


@router.post("/transactions/preview")
async def preview_a_transaction(db: Account, data: TransactionPreviewRequest) -> JSONResponse:
    return build_success(await preview_transaction(db, data))


@router.post("/checkouts")
async def open_checkout(db: Account, simulator: Simulator, data: OpenCheckout) -> JSONResponse:
    """The checkout as events contain it, and `warnings` about prefill that could not be used."""
    link = simulator.page_url("/billing/checkout")
    checkout, transaction, problems = await checkouts.open_checkout(db, data, link)
    view = await build_checkout_view(db, checkout, transaction)
    warnings = [{"field": field, "message": message} for field, message in problems]
    return build_success({"checkout": view, "warnings": warnings}, 201)


@router.patch("/checkouts/{checkout_id}")
async def change_checkout(db: Account, checkout_id: PathId, data: CheckoutChange) -> JSONResponse:
    checkout, transaction = await checkouts.change_checkout(db, checkout_id, data)
    return build_success({"checkout": await build_checkout_view(db, checkout, transaction)})


@router.post("/checkouts/{checkout_id}/pay")
async def pay_checkout(db: Account, checkout_id: PathId, data: CheckoutPayment) -> JSONResponse:
    return await _show_outcome(db, await payments.pay_checkout(db, checkout_id, data.card))


@router.post("/checkouts/{checkout_id}/authenticate")
async def authenticate_payment(
    db: Account, checkout_id: PathId, data: BankAuthentication
) -> JSONResponse:
    result = await payments.authenticate_payment(db, checkout_id, approved=data.approved)
    return await _show_outcome(db, result)


async def _show_outcome(db: Db, result: payments.Result) -> JSONResponse:
    checkout, transaction, outcome, error_code = result
    view = await build_checkout_view(db, checkout, transaction)
    return build_success({"outcome": outcome, "error_code": error_code, "checkout": view})
