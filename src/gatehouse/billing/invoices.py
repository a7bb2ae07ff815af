"""What an account was billed, by what is stored; the file comes from the card provider."""

import re
from uuid import UUID

from gatehouse.access.principal import Principal
from gatehouse.billing import queries
from gatehouse.billing.errors import InvoiceNotFound
from gatehouse.billing.models import Invoice
from gatehouse.billing.plans import cards_of
from gatehouse.billing.schemas import InvoiceOut
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources


async def invoices_of(db: Db, caller: Principal) -> list[InvoiceOut]:
    return [InvoiceOut.from_row(one) for one in await queries.INVOICES.all(db, caller.tenant_id)]


async def get_invoice(db: Db, caller: Principal, invoice_id: UUID) -> InvoiceOut:
    """Raises `InvoiceNotFound`."""
    return InvoiceOut.from_row(await _find_invoice(db, caller, invoice_id))


async def render_invoice_pdf(
    db: Db, resources: Resources, caller: Principal, invoice_id: UUID
) -> tuple[str, bytes]:
    """A name for the file, and what is in it. Raises `InvoiceNotFound` or `CardsUnavailable`."""
    found = await _find_invoice(db, caller, invoice_id)
    cards = cards_of(resources)
    await db.pause()
    content = await cards.invoice_pdf(found.external_id)
    if content is None:
        raise InvoiceNotFound("This invoice has no file")
    name = re.sub(r"[^A-Za-z0-9-]", "", found.number or "")[:60]
    return f"invoice-{name or found.created_at.date()}", content


async def _find_invoice(db: Db, caller: Principal, invoice_id: UUID) -> Invoice:
    found = await queries.INVOICE.first(db, caller.tenant_id, invoice_id)
    if found is None:
        raise InvoiceNotFound("The invoice was not found")
    return found
