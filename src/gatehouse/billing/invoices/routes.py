"""`/subscriptions/resources/billing/invoices/v1`."""

from typing import Annotated, Any
from uuid import UUID

from fastapi import Query, Response
from pydantic import StringConstraints

from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.billing.invoices import service
from gatehouse.billing.invoices.schemas import InvoiceOut
from gatehouse.kit.resources import AllResources

# Goes into a header.
FileName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_ .()-]{1,100}$")]
CONTENT: dict[int | str, Any] = {
    200: {"content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}}
}

router = Router(prefix="/subscriptions/resources/billing/invoices/v1", tags=["Billing"])


@router.get("", permission=Permission.READ_BILLING)
async def list_billing_invoices(db: Transaction, caller: Caller) -> list[InvoiceOut]:
    """The newest first, 100 at most."""
    return await service.invoices_of(db, caller)


@router.get("/{invoice_id}", permission=Permission.READ_BILLING)
async def get_billing_invoice(db: Transaction, caller: Caller, invoice_id: UUID) -> InvoiceOut:
    """404 `billing.invoice_not_found`."""
    return await service.get_invoice(db, caller, invoice_id)


@router.get(
    "/{invoice_id}/pdf",
    permission=Permission.READ_BILLING,
    response_class=Response,
    responses=CONTENT,
)
async def get_billing_invoice_pdf(
    db: Transaction,
    caller: Caller,
    resources: AllResources,
    invoice_id: UUID,
    output_file_name: Annotated[FileName | None, Query(alias="outputFileName")] = None,
) -> Response:
    """404 `billing.invoice_not_found`, also where it has no file; 503 `billing.provider_unavailable`."""
    name, content = await service.render_invoice_pdf(db, resources, caller, invoice_id)
    name = output_file_name or name
    if not name.lower().endswith(".pdf"):
        name += ".pdf"
    return Response(
        content,
        media_type="application/pdf",
        headers={
            "content-disposition": f'attachment; filename="{name}"',
            "x-content-type-options": "nosniff",
        },
    )
