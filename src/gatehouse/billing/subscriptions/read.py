"""What an account has subscribed to, by what is stored."""

from uuid import UUID

from gatehouse.access.principal import Principal
from gatehouse.billing.accounts.queries import ACCOUNT
from gatehouse.billing.errors import BillingSubscriptionNotFound
from gatehouse.billing.subscriptions import queries
from gatehouse.billing.subscriptions.models import Subscription
from gatehouse.billing.subscriptions.schemas import SubscriptionOut
from gatehouse.kit.db import Db


async def subscriptions_of(db: Db, caller: Principal) -> list[SubscriptionOut]:
    found = await queries.SUBSCRIPTIONS.all(db, caller.tenant_id)
    managed = bool(found) and await _is_managed(db, caller.tenant_id)
    return [SubscriptionOut.of(one, externally_managed=managed) for one in found]


async def get_subscription(db: Db, caller: Principal, subscription_id: UUID) -> SubscriptionOut:
    """Raises `BillingSubscriptionNotFound`."""
    found = await subscription_of(db, caller.tenant_id, subscription_id)
    managed = await _is_managed(db, caller.tenant_id)
    return SubscriptionOut.of(found, externally_managed=managed)


async def subscription_of(db: Db, tenant_id: UUID, subscription_id: UUID) -> Subscription:
    """Raises `BillingSubscriptionNotFound`."""
    found = await queries.SUBSCRIPTION.first(db, tenant_id, subscription_id)
    if found is None:
        raise BillingSubscriptionNotFound("Subscription not found.")
    return found


async def _is_managed(db: Db, tenant_id: UUID) -> bool:
    account = await ACCOUNT.first(db, tenant_id)
    return account is not None and account.externally_managed
