"""Builds the body of an invoice and of its payment intent."""

from gatehouse_simulators.cards.envelope import build_list
from gatehouse_simulators.cards.ids import new_entity_id
from gatehouse_simulators.cards.store.models import Body


def build_invoice(
    subscription: Body, customer: Body, lines: list[Body], reason: str, now: int
) -> Body:
    """A draft invoice. `lines` belong to the subscription and get the invoice's id here."""
    invoice_id = new_entity_id("in")
    own = [{**line, "invoice": invoice_id} for line in lines]
    total = sum(line["amount"] for line in own)
    starts = min((line["period"]["start"] for line in own), default=now)
    return {
        "id": invoice_id,
        "object": "invoice",
        "account_country": "US",
        "account_name": "Gatehouse",
        "account_tax_ids": None,
        "amount_due": max(0, total + customer["balance"]),
        "amount_overpaid": 0,
        "amount_paid": 0,
        "amount_paid_off_stripe": 0,
        "amount_remaining": max(0, total + customer["balance"]),
        "amount_shipping": 0,
        "application": None,
        "attempt_count": 0,
        "attempted": False,
        "auto_advance": True,
        "automatic_tax": {
            "disabled_reason": None,
            "enabled": False,
            "liability": None,
            "provider": None,
            "status": None,
        },
        "automatically_finalizes_at": None,
        "billing_reason": reason,
        "collection_method": subscription["collection_method"],
        "created": now,
        "currency": subscription["currency"],
        "custom_fields": None,
        "customer": customer["id"],
        "customer_address": customer["address"],
        "customer_email": customer["email"],
        "customer_name": customer["name"],
        "customer_phone": customer["phone"],
        "customer_shipping": None,
        "customer_tax_exempt": "none",
        "customer_tax_ids": [],
        "default_payment_method": None,
        "default_source": None,
        "default_tax_rates": [],
        "description": None,
        "discounts": [],
        "due_date": None,
        "effective_at": None,
        "ending_balance": None,
        "footer": customer["invoice_settings"]["footer"],
        "from_invoice": None,
        "hosted_invoice_url": None,
        "invoice_pdf": None,
        "issuer": {"type": "self"},
        "last_finalization_error": None,
        "latest_revision": None,
        "lines": {
            **build_list(own, f"/v1/invoices/{invoice_id}/lines"),
            "total_count": len(own),
        },
        "livemode": False,
        "metadata": {},
        "next_payment_attempt": None,
        "number": None,
        "on_behalf_of": None,
        "parent": {
            "type": "subscription_details",
            "quote_details": None,
            "subscription_details": {
                "metadata": subscription["metadata"],
                "subscription": subscription["id"],
            },
        },
        "payment_settings": {
            "default_mandate": None,
            "payment_method_options": None,
            "payment_method_types": None,
        },
        "period_start": starts,
        "period_end": now,
        "post_payment_credit_notes_amount": 0,
        "pre_payment_credit_notes_amount": 0,
        "receipt_number": None,
        "rendering": None,
        "shipping_cost": None,
        "shipping_details": None,
        "starting_balance": customer["balance"],
        "statement_descriptor": None,
        "status": "draft",
        "status_transitions": {
            "finalized_at": None,
            "marked_uncollectible_at": None,
            "paid_at": None,
            "voided_at": None,
        },
        "subtotal": total,
        "subtotal_excluding_tax": total,
        "test_clock": None,
        "threshold_reason": None,
        "total": total,
        "total_discount_amounts": [],
        "total_excluding_tax": total,
        "total_pretax_credit_amounts": [],
        "total_taxes": [],
        "webhooks_delivered_at": None,
    }


def build_payment_intent(invoice: Body, now: int) -> Body:
    intent_id = new_entity_id("pi")
    return {
        "id": intent_id,
        "object": "payment_intent",
        "amount": invoice["amount_due"],
        "amount_capturable": 0,
        "amount_details": {"tip": {}},
        "amount_received": 0,
        "application": None,
        "application_fee_amount": None,
        "automatic_payment_methods": None,
        "canceled_at": None,
        "cancellation_reason": None,
        "capture_method": "automatic",
        "client_secret": f"{intent_id}_secret_{new_entity_id('x')[2:]}",
        "confirmation_method": "automatic",
        "created": now,
        "currency": invoice["currency"],
        "customer": invoice["customer"],
        "description": None,
        "excluded_payment_method_types": None,
        "last_payment_error": None,
        "latest_charge": None,
        "livemode": False,
        "metadata": {},
        "next_action": None,
        "on_behalf_of": None,
        "payment_method": None,
        "payment_method_configuration_details": None,
        "payment_method_options": {},
        "payment_method_types": ["card"],
        "processing": None,
        "receipt_email": None,
        "review": None,
        "setup_future_usage": "off_session",
        "shipping": None,
        "source": None,
        "statement_descriptor": None,
        "statement_descriptor_suffix": None,
        "status": "requires_payment_method",
        "transfer_data": None,
        "transfer_group": None,
    }


def build_invoice_payment(invoice: Body, intent: Body) -> Body:
    """The entry of `expand[]=payments`: how the invoice is paid."""
    return {
        "id": new_entity_id("inpay"),
        "object": "invoice_payment",
        "amount_paid": invoice["amount_paid"] or None,
        "amount_requested": invoice["amount_due"],
        "created": intent["created"],
        "currency": invoice["currency"],
        "invoice": invoice["id"],
        "is_default": True,
        "livemode": False,
        "payment": {"type": "payment_intent", "payment_intent": intent["id"]},
        "status": "paid" if invoice["status"] == "paid" else "open",
        "status_transitions": {
            "canceled_at": None,
            "paid_at": invoice["status_transitions"]["paid_at"],
        },
    }
