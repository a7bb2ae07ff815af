"""An invoice for people: as PDF, and as a page."""

from html import escape

from gatehouse_simulators.cards.ids import moment
from gatehouse_simulators.cards.store.models import Body
from gatehouse_simulators.shared.money import formatted
from gatehouse_simulators.shared.pdf import text_pdf

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<style>body {{ font: 16px/1.5 system-ui; max-width: 40rem; margin: 2rem auto; padding: 0 1rem }}</style>
</head><body><h1>{title}</h1>{lines}<p><a href="{pdf}">Download PDF</a></p></body></html>"""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def as_pdf(invoice: Body) -> bytes:
    return text_pdf(_title(invoice), _text(invoice))


def as_page(invoice: Body, pdf: str) -> str:
    lines = "".join(f"<p>{escape(line)}</p>" for line in _text(invoice) if line)
    return PAGE.format(title=escape(_title(invoice)), lines=lines, pdf=escape(pdf))


def _title(invoice: Body) -> str:
    return f"Invoice {invoice['number']}"


def _text(invoice: Body) -> list[str]:
    currency = invoice["currency"].upper()
    at = moment(invoice["status_transitions"]["finalized_at"])
    name, email = invoice["customer_name"] or "", invoice["customer_email"] or ""
    return [
        "Test mode: no money was moved",
        "",
        f"Date: {at:%Y-%m-%d}",
        f"Billed to: {name} <{email}>",
        f"Status: {invoice['status']}",
        "",
        *[
            f"{line['description']}: {formatted(line['amount'], currency)}"
            for line in invoice["lines"]["data"]
        ],
        "",
        *[
            f"{label}: {formatted(invoice[field], currency)}"
            for label, field in [
                ("Total", "total"),
                ("Amount due", "amount_due"),
                ("Paid", "amount_paid"),
            ]
        ],
    ]
