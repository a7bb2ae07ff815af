"""Look-up of discount codes: a code is found only when it currently reduces this price."""

import re
from datetime import datetime

from gatehouse.kit import clock
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.licensing.checkout.errors import DiscountMissing
from gatehouse.providers.payments.port import DiscountFact, Payments, PriceFact

CODE = re.compile(r"[A-Za-z0-9]{1,32}")
TRIES = RateLimit("discount codes", 30, 1)


async def find_discount(
    payments: Payments, limiter: RateLimiter, tenant_id: str, code: str, price_id: str
) -> DiscountFact:
    """Find the discount of a code. Raises `DiscountMissing` when there is none or it does not apply; the
    error does not say which, so that codes cannot be found out by guessing."""
    await limiter.hit(TRIES, tenant_id)
    code = code.strip()
    missing = DiscountMissing("This discount code does not apply")
    if not CODE.fullmatch(code) or price_id not in payments.price_ids:
        raise missing
    discount = await payments.discount(code)
    if discount is None or discount.code.lower() != code.lower():
        raise missing
    price = await payments.price(price_id)
    if price is None or not discount_applies(discount, price, clock.now()):
        raise missing
    return discount


def discount_applies(discount: DiscountFact, price: PriceFact, now: datetime) -> bool:
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
