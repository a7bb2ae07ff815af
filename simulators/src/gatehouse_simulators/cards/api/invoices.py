from typing import Any, Literal

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from gatehouse_simulators.cards.call import ThisCall
from gatehouse_simulators.cards.fields import EntityId, Parameters
from gatehouse_simulators.cards.invoices import pay
from gatehouse_simulators.cards.invoices.preview import InvoicePreview, preview_invoice
from gatehouse_simulators.cards.listing import CardListQuery, show_page
from gatehouse_simulators.cards.store import service as store

router = APIRouter()


class InvoicePage(CardListQuery):
    customer: EntityId | None = None
    subscription: EntityId | None = None
    status: Literal["draft", "open", "paid", "uncollectible", "void"] | None = None
    collection_method: Literal["charge_automatically", "send_invoice"] | None = None


@router.get("/invoices")
async def list_invoices(call: ThisCall) -> JSONResponse:
    page = call.read_parameters(InvoicePage)
    names = {"customer", "status", "collection_method"}
    containing: dict[str, Any] = page.model_dump(include=names, exclude_none=True)
    if page.subscription:
        details = {"subscription": page.subscription}
        containing["parent"] = {"subscription_details": details}
    return await show_page(call, "invoice", page, containing)


@router.post("/invoices/create_preview")
async def create_preview(call: ThisCall) -> JSONResponse:
    return await call.show(await preview_invoice(call.ledger, call.read_parameters(InvoicePreview)))


@router.get("/invoices/{invoice_id}")
async def get_invoice(call: ThisCall, invoice_id: str) -> JSONResponse:
    call.read_parameters(Parameters)
    return await call.show(await store.get_entity(call.db, "invoice", invoice_id))


@router.post("/invoices/{invoice_id}/pay")
async def pay_invoice(call: ThisCall, invoice_id: str) -> JSONResponse:
    return await call.show(
        await pay.pay_invoice(call.ledger, invoice_id, call.read_parameters(pay.InvoicePayment))
    )


@router.post("/invoices/{invoice_id}/void")
async def void_invoice(call: ThisCall, invoice_id: str) -> JSONResponse:
    call.read_parameters(Parameters)
    return await call.show(await pay.void_invoice(call.ledger, invoice_id))
