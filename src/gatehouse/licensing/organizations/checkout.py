"""Finds the provider's customer for an organization, and transactions that it may pay.

These functions open short transactions of their own around the calls to the provider.
"""

import re
from datetime import datetime

import asyncpg

from gatehouse.access.guard import GuardedCall
from gatehouse.access.principal import Principal
from gatehouse.directory.users.service import get_user
from gatehouse.kit import clock
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.licensing import errors
from gatehouse.licensing.organizations import queries
from gatehouse.licensing.organizations.queries import Organization
from gatehouse.licensing.organizations.service import get_organization
from gatehouse.providers.payments.port import (
    CustomerFact,
    DiscountFact,
    Payments,
    PriceFact,
    TransactionFact,
)


async def get_or_create_customer(call: GuardedCall, payments: Payments, caller: Principal) -> str:
    """Find or create the organization's customer at the payment provider and return its id. Every caller of
    a tenant gets the same id.

    The provider has one customer per email address, and the billing address is not verified. If the address
    belongs to another customer, the organization gets a customer of its own under that address with a tag.
    So a tenant cannot reach the payments and cards of another, and a tenant that names an address first
    does not keep its owner from buying. Raises `OrganizationMissing`, and `CustomerTaken` when neither
    address can be used.
    """
    async with call.transaction() as db:
        organization = await queries.NOTE_CHECKOUT.first(db, caller.tenant_id, clock.now())
    if organization is None:
        raise errors.OrganizationMissing("The organization does not exist yet")
    if organization.provider_customer_id:
        return organization.provider_customer_id
    for email in (organization.billing_email, build_tagged_address(organization)):
        customer = await payments.get_or_create_customer(
            email, organization.name, str(organization.id)
        )
        linked = await _link_customer(call, caller, organization, customer)
        if linked:
            return linked
    raise errors.CustomerTaken(f"{organization.billing_email} belongs to another customer")


def build_tagged_address(organization: Organization) -> str:
    """The billing address with a subaddress (RFC 5233) derived from the organization's id."""
    local, _, domain = organization.billing_email.rpartition("@")
    return f"{local}+{organization.id.hex[-12:]}@{domain}"


async def _link_customer(
    call: GuardedCall, caller: Principal, organization: Organization, customer: CustomerFact
) -> str | None:
    """Link the customer to the organization and return its id; None when the customer may not be linked.
    Allowed are the customer that Gatehouse created for this organization, and a customer without a
    reference whose address is the caller's verified email address."""
    is_ours = customer.reference == str(organization.id)
    if not is_ours and (customer.reference or caller.email != customer.email.lower()):
        return None
    try:
        async with call.transaction() as db:
            if not is_ours and not (await get_user(db, caller.user_id)).verified:
                return None
            return await queries.LINK_CUSTOMER.one(
                db, caller.tenant_id, customer.id, customer.email.lower()
            )
    except asyncpg.UniqueViolationError:
        return None


async def get_transaction(
    call: GuardedCall, payments: Payments, caller: Principal, transaction_id: str
) -> TransactionFact:
    """The transaction, as the provider knows it now; `TransactionMissing` when it is another's."""
    missing = errors.TransactionMissing("The transaction was not found")
    async with call.transaction() as db:
        organization = await get_organization(db, caller.tenant_id)
    if organization.provider_customer_id is None:
        raise missing
    transaction = await payments.find_transaction(transaction_id)
    if transaction is None or transaction.customer_id != organization.provider_customer_id:
        raise missing
    return transaction


CODE = re.compile(r"[A-Za-z0-9]{1,32}")
TRIES = RateLimit("discount codes", 30, 1)


async def find_discount(
    payments: Payments, limiter: RateLimiter, tenant_id: str, code: str, price_id: str
) -> DiscountFact:
    """Find the discount of a code. Raises `DiscountMissing` when there is none or it does not apply; the
    error does not say which, so that codes cannot be found out by guessing."""
    await limiter.hit(TRIES, tenant_id)
    code = code.strip()
    missing = errors.DiscountMissing("This discount code does not apply")
    if not CODE.fullmatch(code) or price_id not in payments.price_ids:
        raise missing
    discount = await payments.find_discount_by_code(code)
    if discount is None or discount.code.lower() != code.lower():
        raise missing
    price = await payments.find_price(price_id)
    if price is None or not is_discount_applicable(discount, price, clock.now()):
        raise missing
    return discount


def is_discount_applicable(discount: DiscountFact, price: PriceFact, now: datetime) -> bool:
    """The provider's own rules for a checkout (reference payments-protocols A7)."""
    is_open = (
        discount.status == "active"
        and discount.is_for_checkout
        and (discount.expires_at is None or now < discount.expires_at)
        and (discount.usage_limit is None or discount.times_used < discount.usage_limit)
    )
    fits = not discount.restrict_to or bool(discount.restrict_to & {price.id, price.product_id})
    is_same_money = discount.currency_code in (None, price.currency_code)
    return is_open and fits and is_same_money
