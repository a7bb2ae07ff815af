"""`/subscriptions/resources/billing/invoices/v1`."""

from typing import Annotated, Any
from uuid import UUID

from fastapi import Query, Response
from pydantic import StringConstraints

from gatehouse.access.guard import Transaction, require
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.billing.invoices import service
from gatehouse.billing.invoices.schemas import InvoiceOut
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router

CanRead = Annotated[Principal, require(Permission.READ_BILLING)]
# Goes into a header.
FileName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_ .()-]{1,100}$")]
CONTENT: dict[int | str, Any] = {
    200: {"content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}}
}

router = Router(prefix="/subscriptions/resources/billing/invoices/v1", tags=["Billing"])


@router.get("")
async def list_billing_invoices(db: Transaction, caller: CanRead) -> list[InvoiceOut]:
    """The newest first, 100 at most."""
    return await service.invoices_of(db, caller)


@router.get("/{invoice_id}")
async def get_billing_invoice(db: Transaction, caller: CanRead, invoice_id: UUID) -> InvoiceOut:
    """404 `billing.invoice_not_found`."""
    return await service.get_invoice(db, caller, invoice_id)


@router.get("/{invoice_id}/pdf", response_class=Response, responses=CONTENT)
async def get_billing_invoice_pdf(
    db: Transaction,
    caller: CanRead,
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
