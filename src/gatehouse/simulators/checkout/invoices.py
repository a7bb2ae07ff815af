"""Invoices as PDF, behind links that end."""

import hashlib
import hmac
from datetime import timedelta
from typing import Literal
from urllib.parse import urlencode

from gatehouse.kit import clock
from gatehouse.kit.crypto import same
from gatehouse.simulators.checkout import fixtures
from gatehouse.simulators.checkout.errors import Refused, not_found
from gatehouse.simulators.checkout.pricing.money import formatted
from gatehouse.simulators.checkout.store.models import Body

Disposition = Literal["attachment", "inline"]


def refuse_without_invoice(transaction: Body) -> None:
    """Only completed transactions have one, and never those of no value."""
    if transaction["status"] != "completed" or transaction["details"]["totals"]["total"] == "0":
        raise Refused(
            "transaction_invoice_not_available",
            f"Transaction {transaction['id']} has no invoice",
        )


def signed_path(key: str, transaction_id: str, disposition: Disposition, life: timedelta) -> str:
    expires = int((clock.now() + life).timestamp())
    query = urlencode(
        {
            "disposition": disposition,
            "expires": expires,
            "signature": _signature(key, transaction_id, disposition, expires),
        }
    )
    return f"{fixtures.MOUNT_PATH}/invoices/{transaction_id}.pdf?{query}"


def refuse_bad_link(
    key: str, transaction_id: str, disposition: str, expires: int, signature: str
) -> None:
    genuine = same(signature, _signature(key, transaction_id, disposition, expires))
    if not genuine or expires < clock.now().timestamp():
        raise not_found(transaction_id)


def _signature(key: str, transaction_id: str, disposition: str, expires: int) -> str:
    signed = f"{transaction_id}|{disposition}|{expires}".encode()
    return hmac.new(key.encode(), signed, hashlib.sha256).hexdigest()


def invoice_pdf(transaction: Body, customer: Body) -> bytes:
    """One page of text; the smallest document that PDF readers open (ISO 32000-1 §7)."""
    return _pdf(_text(transaction, customer))


def _text(transaction: Body, customer: Body) -> list[str]:
    totals, currency = transaction["details"]["totals"], transaction["currency_code"]
    lines = [
        f"Invoice {transaction['invoice_number']}",
        "Test mode: no money was moved",
        "",
        f"Date: {transaction['billed_at'][:10]}",
        f"Billed to: {customer['name'] or ''} <{customer['email']}>",
        "",
    ]
    for line in transaction["details"]["line_items"]:
        unit = formatted(int(line["unit_totals"]["subtotal"]), currency)
        amount = formatted(int(line["totals"]["subtotal"]), currency)
        lines.append(f"{line['product']['name']}: {line['quantity']} x {unit} = {amount}")
    lines.append("")
    for label, name in [
        ("Subtotal", "subtotal"),
        ("Discount", "discount"),
        ("Tax", "tax"),
        ("Total", "total"),
        ("Credit", "credit"),
        ("Paid", "grand_total"),
    ]:
        lines.append(f"{label}: {formatted(int(totals[name]), currency)}")
    return lines


def _pdf(lines: list[str]) -> bytes:
    shown = "\n".join(f"({_escaped(line)}) Tj T*" for line in lines)
    content = f"BT /F1 11 Tf 16 TL 56 780 Td\n{shown}\nET".encode("latin-1", "replace")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R"
        b" /Resources << /Font << /F1 4 0 R >> >> >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Length %d >>\nstream\n%b\nendstream" % (len(content), content),
    ]
    document, offsets = b"%PDF-1.4\n", []
    for number, item in enumerate(objects, 1):
        offsets.append(len(document))
        document += b"%d 0 obj\n%b\nendobj\n" % (number, item)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return document + (
        b"xref\n0 %d\n0000000000 65535 f \n%b" % (len(objects) + 1, table)
        + b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
        % (len(objects) + 1, len(document))
    )


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
