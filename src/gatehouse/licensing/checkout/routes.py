"""`/api/v1/paddle`: what a page needs to open a checkout (spec 000 §3, §7)."""

from typing import Annotated

from fastapi import Path, Query

from gatehouse.access.guard import CurrentCall
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.kit.rate_limit import RateLimiter
from gatehouse.kit.resources import resource
from gatehouse.licensing.checkout import discounts, service
from gatehouse.licensing.checkout.schemas import (
    CheckoutConfig,
    DiscountOut,
    PaymentsConfig,
    TransactionOut,
)
from gatehouse.providers.payments.port import DiscountFact, Payments

router = Router(prefix="/api/v1/paddle", tags=["Licensing"])
Provider = Annotated[Payments, resource(Payments)]


@router.get("/config", permission=Permission.LICENSING_WRITE_BILLING, response_model=PaymentsConfig)
async def get_payments_config(payments: Provider) -> PaymentsConfig:
    """The provider's client token, its environment, and the address of its script. Requires the permission
    to pay."""
    return PaymentsConfig.model_validate(payments.browser)


@router.get(
    "/checkout-config", permission=Permission.LICENSING_WRITE_BILLING, response_model=CheckoutConfig
)
async def get_checkout_config(
    caller: Caller, call: CurrentCall, payments: Provider
) -> CheckoutConfig:
    """The organization's customer at the provider, made at the first call, and the price ids.

    When the billing email belongs to another customer there, ours gets the same address with a tag.
    404 without an organization; 503 when the provider does not answer.
    """
    customer_id = await service.prepare_checkout(call, payments, caller)
    return CheckoutConfig(customer_id=customer_id, prices=list(payments.price_ids))


@router.get(
    "/discounts",
    permission=Permission.LICENSING_WRITE_BILLING,
    response_model=DiscountOut,
    response_model_exclude_none=True,
)
async def find_discount(
    caller: Caller,
    payments: Provider,
    limiter: Annotated[RateLimiter, resource(RateLimiter)],
    code: Annotated[str, Query(max_length=100)] = "",
    price: Annotated[str, Query(max_length=100)] = "",
) -> DiscountFact:
    """The discount that a code gives on a price; letter case does not matter.

    404 when the code is unknown, used up, expired, or not for this price. 429 after 30 tries a minute.
    """
    return await discounts.find_discount(payments, limiter, str(caller.tenant_id), code, price)


@router.get(
    "/transactions/{transaction_id}",
    permission=Permission.LICENSING_WRITE_BILLING,
    response_model=TransactionOut,
)
async def get_checkout_transaction(
    caller: Caller,
    call: CurrentCall,
    payments: Provider,
    transaction_id: Annotated[str, Path(max_length=100)],
) -> TransactionOut:
    """Whether a transaction (`_ptxn` of a payment link) is the caller's to pay, and its status."""
    transaction = await service.get_transaction(call, payments, caller, transaction_id)
    return TransactionOut(transaction_id=transaction.id, status=transaction.status)
