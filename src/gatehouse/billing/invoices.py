"""What an account was billed, by what is stored; the file comes from the card provider."""

import re
from uuid import UUID

from gatehouse.billing import queries
from gatehouse.billing.errors import InvoiceNotFound
from gatehouse.billing.plans import get_cards
from gatehouse.billing.schemas import InvoiceOut
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources


async def get_invoice(db: Db, tenant_id: UUID, invoice_id: UUID) -> InvoiceOut:
    """Raises `InvoiceNotFound`."""
    found = await queries.INVOICE.first(db, tenant_id, invoice_id)
    if found is None:
        raise InvoiceNotFound("The invoice was not found")
    return found


async def download_invoice_pdf(
    db: Db, resources: Resources, tenant_id: UUID, invoice_id: UUID
) -> tuple[str, bytes]:
    """A name for the file, and what is in it. Raises `InvoiceNotFound` or `CardsUnavailable`."""
    found = await get_invoice(db, tenant_id, invoice_id)
    cards = get_cards(resources)
    await db.pause()
    content = await cards.download_invoice_pdf(found.external_id)
    if content is None:
        raise InvoiceNotFound("This invoice has no file")
    name = re.sub(r"[^A-Za-z0-9-]", "", found.number)[:60]
    return f"invoice-{name or found.created_at.date()}", content
