"""How an account pays: by what is stored, and changed at the card provider."""

from datetime import timedelta
from uuid import UUID

from gatehouse.access.principal import Principal
from gatehouse.audit.service import announce_event
from gatehouse.billing import queries
from gatehouse.billing.accounts import (
    get_billing_account,
    get_or_create_customer,
    lock_billing_account,
)
from gatehouse.billing.errors import PaymentMethodNotFound
from gatehouse.billing.events import BillingDetailsChanged, CardSetupBegun
from gatehouse.billing.models import PaymentMethod
from gatehouse.billing.plans import get_cards
from gatehouse.billing.provider.port import Cards
from gatehouse.billing.reading import refresh_account
from gatehouse.billing.schemas import (
    BillingDetailsIn,
    SetupIntentIn,
    SetupIntentOut,
)
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of

# Limits card testing with stolen card numbers.
SETUPS = RateLimit("cards added", 10, 10)
# Time for a user to enter a card and to confirm it with the bank.
WATCHED_FOR = timedelta(hours=1)


async def begin_card_setup(
    db: Db, resources: Resources, caller: Principal, data: SetupIntentIn
) -> SetupIntentOut:
    """Start adding a card at the provider. Raises `BillingNotConfigured`, `PaymentMethodNotFound`,
    `ExternallyManaged`, `RateLimited` or `CardsUnavailable`."""
    cards = get_cards(resources)
    account = await lock_billing_account(db, caller.tenant_id)
    await queries.WATCH_ACCOUNT.run(db, caller.tenant_id, clock.now() + WATCHED_FOR)
    await db.pause()
    await resources[RateLimiter].hit(SETUPS, str(caller.tenant_id))
    customer = await get_or_create_customer(db, resources, account)
    asked = data.payment_method_id
    method = await get_method_at_provider(db, cards, caller.tenant_id, asked) if asked else None
    await db.pause()
    made = await cards.begin_setup(customer, method)
    await announce_event(db, CardSetupBegun(caller.tenant_id), by=caller.actor)
    return SetupIntentOut(
        id=made.id, payment_method_id=made.method, setup_intent_secret=made.secret
    )


async def change_billing_details(
    db: Db, resources: Resources, caller: Principal, method_id: UUID, data: BillingDetailsIn
) -> None:
    """Raises `BillingNotConfigured`, `PaymentMethodNotFound`, `ExternallyManaged`, `CardsRefused` or
    `CardsUnavailable`."""
    cards = get_cards(resources)
    found = await get_payment_method(db, caller.tenant_id, method_id)
    await lock_billing_account(db, caller.tenant_id)
    await db.pause()
    await cards.change_billing_details(found.external_id, data.email, data.address.to_address())
    await refresh_account(db, cards, configuration_of(resources), caller.tenant_id)
    event = BillingDetailsChanged(caller.tenant_id, found.id, found.last4)
    await announce_event(db, event, by=caller.actor)


async def find_charged_method(db: Db, tenant_id: UUID) -> str | None:
    """The card provider's id of the card that is charged, if there is one."""
    found = await queries.METHODS.all(db, tenant_id)
    return found[0].external_id if found else None


async def get_method_at_provider(db: Db, cards: Cards, tenant_id: UUID, reference: str) -> str:
    """The card provider's id of one of the account's cards, by ours or its own. One that was only just added
    is asked for there. Raises `PaymentMethodNotFound` or `CardsUnavailable`."""
    known = await queries.METHOD_BY_REFERENCE.first(db, tenant_id, reference)
    if known:
        return known.external_id
    account = await get_billing_account(db, tenant_id)
    await db.pause()
    fact = await cards.read_method(reference) if reference.startswith("pm_") else None
    if fact is None or fact.customer is None or fact.customer != account.customer:
        raise _method_not_found()
    return fact.id


async def get_payment_method(db: Db, tenant_id: UUID, method_id: UUID) -> PaymentMethod:
    """Raises `PaymentMethodNotFound`."""
    found = await queries.METHOD.first(db, tenant_id, method_id)
    if found is None:
        raise _method_not_found()
    return found


def _method_not_found() -> PaymentMethodNotFound:
    return PaymentMethodNotFound("The payment method was not found")
