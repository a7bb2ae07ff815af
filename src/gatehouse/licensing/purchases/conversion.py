"""Which license a new subscription pays.

`custom_data` comes from a browser. It may name a license of the buyer's own organization, and nothing
else: with `overwrite` a trial, with `overwrite_canceled` one that has ended. Anything else, a second
purchase for the same trial and one for a license that the vendor has revoked included, is honored as a new
license, so that a customer who has paid gets seats.

A subscription that the provider moved to another customer and back pays the license that it paid before.

A paused subscription can be resumed, so one that was bought again would be paid twice: the purchase takes
its license over, and the paused one is ended.
"""

from collections.abc import Mapping
from typing import Any

from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id
from gatehouse.kit.db import Db
from gatehouse.kit.jobs import enqueue
from gatehouse.licensing.licenses.identifiers import FINGERPRINT, generate_fingerprint
from gatehouse.licensing.licenses.sealed_keys import create_license_key
from gatehouse.licensing.licenses.subscription_queries import ADD_PAID_LICENSE, TAKE_OVER_LICENSE
from gatehouse.licensing.purchases import queries
from gatehouse.licensing.purchases.models import Buyer, PurchasedLicense
from gatehouse.licensing.purchases.settlement import ProviderReadRequired, SettlementContext
from gatehouse.licensing.purchases.state import PAUSED

PAID_TYPE = "teams"


async def link_subscription_to_license(
    db: Db,
    buyer: Buyer,
    subscription_id: str,
    custom_data: Mapping[str, Any],
    terms: SettlementContext,
) -> PurchasedLicense:
    """The license that this subscription pays from now on: one taken over, or a new one."""
    target = (
        await queries.RETURNED_LICENSE.first(db, buyer.tenant_id, buyer.id, subscription_id)
        or await _find_trial_license(db, buyer, custom_data.get("overwrite"))
        or await _find_ended_license(
            db, buyer, custom_data.get("overwrite_canceled"), terms.certain
        )
    )
    if target is None:
        return await _add_paid_license(db, terms.box, buyer, subscription_id)
    if target.billing_status == PAUSED:
        await enqueue(
            db,
            "payments.end_replaced",
            subscription_id=target.provider_subscription_id,
            tenant_id=buyer.tenant_id,
        )
    await TAKE_OVER_LICENSE.run(
        db, buyer.tenant_id, target.id, subscription_id, PAID_TYPE, clock.now()
    )
    return target


async def _find_trial_license(db: Db, buyer: Buyer, fingerprint: object) -> PurchasedLicense | None:
    named = await _find_license_by_fingerprint(db, buyer, fingerprint)
    return named if named and named.is_trial else None


async def _find_ended_license(
    db: Db, buyer: Buyer, fingerprint: object, certain: bool
) -> PurchasedLicense | None:
    named = await _find_license_by_fingerprint(db, buyer, fingerprint)
    if named is None or named.is_trial:
        return None
    if named.billing_status == "canceled":
        return named
    if named.provider_subscription_id and not certain:
        # The news of its end, or of going on, may still be under way.
        raise ProviderReadRequired(named.provider_subscription_id)
    return named if named.billing_status == PAUSED else None


async def _find_license_by_fingerprint(
    db: Db, buyer: Buyer, fingerprint: object
) -> PurchasedLicense | None:
    if not isinstance(fingerprint, str) or not FINGERPRINT.fullmatch(fingerprint):
        return None
    return await queries.LICENSE_BY_FINGERPRINT.first(db, buyer.tenant_id, buyer.id, fingerprint)


async def _add_paid_license(
    db: Db, box: Box, buyer: Buyer, subscription_id: str
) -> PurchasedLicense:
    key = create_license_key(box)
    license_id, others = new_id(), await queries.COUNT_LICENSES.one(db, buyer.tenant_id, buyer.id)
    name = f"{buyer.name} {others + 1}" if others else buyer.name
    await ADD_PAID_LICENSE.run(
        db,
        license_id,
        buyer.tenant_id,
        buyer.id,
        name,
        PAID_TYPE,
        generate_fingerprint(),
        subscription_id,
        clock.now(),
        key.id,
        key.hash,
        key.sealed,
    )
    return await queries.LICENSE.one(db, buyer.tenant_id, license_id)
