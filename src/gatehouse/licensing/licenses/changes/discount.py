"""A discount that is asked for in a change obeys the rules of a checkout, and is given once."""

from gatehouse.kit import clock
from gatehouse.licensing.checkout.discounts import discount_applies
from gatehouse.licensing.licenses.changes import queries
from gatehouse.licensing.licenses.changes.errors import DiscountRefused
from gatehouse.licensing.purchases import queries as purchases
from gatehouse.licensing.subscriptions.change_context import SubscriptionChangeContext


async def refuse_discount(
    desk: SubscriptionChangeContext, discount_id: str | None, price_id: str
) -> None:
    """`DiscountRefused` when it does not apply to the price now, or the license had it before: one for
    three bills would begin again."""
    if discount_id is None:
        return
    async with desk.call.transaction() as db:
        used = await queries.DISCOUNT_WAS_USED.one(
            db, desk.caller.tenant_id, desk.license_id, discount_id
        )
    if used:
        raise DiscountRefused("This discount was used for this license before")
    discount = await desk.payments.discount_with(discount_id)
    price = await desk.payments.price(price_id) if discount else None
    if discount is None or price is None or not discount_applies(discount, price, clock.now()):
        raise DiscountRefused("This discount does not apply")


async def remember_discount(desk: SubscriptionChangeContext, discount_id: str | None) -> None:
    """Record the discount as used by this license. This includes a discount for one bill only, which the
    provider does not report afterwards."""
    if discount_id is None:
        return
    async with desk.call.transaction() as db:
        await purchases.KEEP_DISCOUNT.run(
            db, desk.caller.tenant_id, desk.license_id, discount_id, clock.now()
        )
