"""An invoice as a PDF document and as a page."""

from html import escape

from gatehouse_simulators.cards.ids import from_unix
from gatehouse_simulators.cards.store.models import Body
from gatehouse_simulators.shared.money import format_amount
from gatehouse_simulators.shared.pdf import render_text_pdf

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<style>body {{ font: 16px/1.5 system-ui; max-width: 40rem; margin: 2rem auto; padding: 0 1rem }}</style>
</head><body><h1>{title}</h1>{lines}<p><a href="{pdf}">Download PDF</a></p></body></html>"""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def render_pdf(invoice: Body) -> bytes:
    return render_text_pdf(_invoice_title(invoice), _invoice_lines(invoice))


def render_page(invoice: Body, pdf: str) -> str:
    lines = "".join(f"<p>{escape(line)}</p>" for line in _invoice_lines(invoice) if line)
    return PAGE.format(title=escape(_invoice_title(invoice)), lines=lines, pdf=escape(pdf))


def _invoice_title(invoice: Body) -> str:
    return f"Invoice {invoice['number']}"


def _invoice_lines(invoice: Body) -> list[str]:
    currency = invoice["currency"].upper()
    at = from_unix(invoice["status_transitions"]["finalized_at"])
    name, email = invoice["customer_name"] or "", invoice["customer_email"] or ""
    return [
        "Test mode: no money was moved",
        "",
        f"Date: {at:%Y-%m-%d}",
        f"Billed to: {name} <{email}>",
        f"Status: {invoice['status']}",
        "",
        *[
            f"{line['description']}: {format_amount(line['amount'], currency)}"
            for line in invoice["lines"]["data"]
        ],
        "",
        *[
            f"{label}: {format_amount(invoice[field], currency)}"
            for label, field in [
                ("Total", "total"),
                ("Amount due", "amount_due"),
                ("Paid", "amount_paid"),
            ]
        ],
    ]
