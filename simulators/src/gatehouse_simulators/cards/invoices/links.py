"""Signed links to an invoice. They work without signing in, for thirty days."""

import hashlib
import hmac
from datetime import timedelta
from urllib.parse import urlencode

from gatehouse.kit import clock
from gatehouse.kit.crypto import equal_in_constant_time
from gatehouse_simulators.cards import fixtures
from gatehouse_simulators.cards.errors import resource_missing
from gatehouse_simulators.cards.ids import to_unix
from gatehouse_simulators.cards.simulator import CardSimulator
from gatehouse_simulators.cards.store.models import Body

LIFE = timedelta(days=30)


def add_links(simulator: CardSimulator, invoice: Body) -> Body:
    """Add links to a final invoice."""
    if invoice.get("number") is None or invoice["status"] == "draft":
        return invoice
    expires = to_unix(clock.now() + LIFE)
    query = urlencode(
        {
            "expires": expires,
            "signature": _sign_link(simulator.secrets.secret_key, invoice["id"], expires),
        }
    )
    page = simulator.page_url(f"{fixtures.MOUNT_PATH}/invoices/{invoice['id']}")
    return {
        **invoice,
        "hosted_invoice_url": f"{page}?{query}",
        "invoice_pdf": f"{page}/pdf?{query}",
    }


def refuse_bad_link(key: str, invoice_id: str, expires: int, signature: str) -> None:
    genuine = equal_in_constant_time(signature, _sign_link(key, invoice_id, expires))
    if not genuine or expires < clock.now().timestamp():
        raise resource_missing("invoice", invoice_id, "id")


def _sign_link(key: str, invoice_id: str, expires: int) -> str:
    return hmac.new(key.encode(), f"{invoice_id}|{expires}".encode(), hashlib.sha256).hexdigest()
