"""Invoices and credit notes as PDF documents, behind links that expire."""

import hashlib
import hmac
from datetime import timedelta
from typing import Literal
from urllib.parse import urlencode

from gatehouse.kit import clock
from gatehouse.kit.crypto import equal_in_constant_time
from gatehouse_simulators.checkout import fixtures
from gatehouse_simulators.checkout.errors import CheckoutRefusal, not_found
from gatehouse_simulators.checkout.store.models import Body
from gatehouse_simulators.shared.money import format_amount
from gatehouse_simulators.shared.pdf import render_text_pdf

Disposition = Literal["attachment", "inline"]


def refuse_without_invoice(transaction: Body) -> None:
    """Refuse a transaction that has no invoice: one that is not completed, or has no value."""
    if transaction["status"] != "completed" or transaction["details"]["totals"]["total"] == "0":
        raise CheckoutRefusal(
            "transaction_invoice_not_available",
            f"Transaction {transaction['id']} has no invoice",
        )


def refuse_without_credit_note(adjustment: Body) -> None:
    if adjustment["status"] != "approved":
        raise CheckoutRefusal(
            "adjustment_no_tax_invoice", f"Adjustment {adjustment['id']} has no credit note"
        )


def build_signed_path(key: str, entity_id: str, disposition: Disposition, life: timedelta) -> str:
    expires = int((clock.now() + life).timestamp())
    query = urlencode(
        {
            "disposition": disposition,
            "expires": expires,
            "signature": _sign_link(key, entity_id, disposition, expires),
        }
    )
    return f"{fixtures.MOUNT_PATH}/invoices/{entity_id}.pdf?{query}"


def refuse_bad_link(
    key: str, entity_id: str, disposition: str, expires: int, signature: str
) -> None:
    genuine = equal_in_constant_time(signature, _sign_link(key, entity_id, disposition, expires))
    if not genuine or expires < clock.now().timestamp():
        raise not_found(entity_id)


def _sign_link(key: str, entity_id: str, disposition: str, expires: int) -> str:
    signed = f"{entity_id}|{disposition}|{expires}".encode()
    return hmac.new(key.encode(), signed, hashlib.sha256).hexdigest()


def render_invoice_pdf(transaction: Body, customer: Body) -> bytes:
    return render_text_pdf(
        f"Invoice {transaction['invoice_number']}", _invoice_lines(transaction, customer)
    )


def render_credit_note_pdf(adjustment: Body, transaction: Body, customer: Body) -> bytes:
    totals, currency = adjustment["totals"], adjustment["currency_code"]
    return render_text_pdf(
        f"Credit note for invoice {transaction['invoice_number'] or transaction['id']}",
        [
            "Test mode: no money was moved",
            "",
            f"Date: {adjustment['created_at'][:10]}",
            f"For: {customer['name'] or ''} <{customer['email']}>",
            f"Reason: {adjustment['reason']}",
            "",
            f"Tax: {format_amount(int(totals['tax']), currency)}",
            f"Total: {format_amount(int(totals['total']), currency)}",
        ],
    )


def _invoice_lines(transaction: Body, customer: Body) -> list[str]:
    totals, currency = transaction["details"]["totals"], transaction["currency_code"]
    lines = [
        "Test mode: no money was moved",
        "",
        f"Date: {transaction['billed_at'][:10]}",
        f"Billed to: {customer['name'] or ''} <{customer['email']}>",
        "",
    ]
    for line in transaction["details"]["line_items"]:
        unit = format_amount(int(line["unit_totals"]["subtotal"]), currency)
        amount = format_amount(int(line["totals"]["subtotal"]), currency)
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
        lines.append(f"{label}: {format_amount(int(totals[name]), currency)}")
    return lines
