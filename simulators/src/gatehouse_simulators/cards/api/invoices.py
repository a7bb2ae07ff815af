from typing import Any, Literal

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from gatehouse_simulators.cards.call import ThisCall
from gatehouse_simulators.cards.fields import EntityId, Parameters
from gatehouse_simulators.cards.invoices.pay import Payment, pay, void
from gatehouse_simulators.cards.invoices.preview import Preview, preview
from gatehouse_simulators.cards.listing import Page, show_page
from gatehouse_simulators.cards.store import service as store

router = APIRouter()


class InvoicePage(Page):
    customer: EntityId | None = None
    subscription: EntityId | None = None
    status: Literal["draft", "open", "paid", "uncollectible", "void"] | None = None
    collection_method: Literal["charge_automatically", "send_invoice"] | None = None


@router.get("/invoices")
async def list_invoices(call: ThisCall) -> JSONResponse:
    page = call.read(InvoicePage)
    names = {"customer", "status", "collection_method"}
    containing: dict[str, Any] = page.model_dump(include=names, exclude_none=True)
    if page.subscription:
        details = {"subscription": page.subscription}
        containing["parent"] = {"subscription_details": details}
    return await show_page(call, "invoice", page, containing)


@router.post("/invoices/create_preview")
async def create_preview(call: ThisCall) -> JSONResponse:
    return await call.show(await preview(call.ledger, call.read(Preview)))


@router.get("/invoices/{invoice_id}")
async def get_invoice(call: ThisCall, invoice_id: str) -> JSONResponse:
    call.read(Parameters)
    return await call.show(await store.get(call.db, "invoice", invoice_id))


@router.post("/invoices/{invoice_id}/pay")
async def pay_invoice(call: ThisCall, invoice_id: str) -> JSONResponse:
    return await call.show(await pay(call.ledger, invoice_id, call.read(Payment)))


@router.post("/invoices/{invoice_id}/void")
async def void_invoice(call: ThisCall, invoice_id: str) -> JSONResponse:
    call.read(Parameters)
    return await call.show(await void(call.ledger, invoice_id))
