"""Finds the provider's customer for an organization, and transactions that it may pay.

These functions open short transactions of their own around the calls to the provider.
"""

import asyncpg

from gatehouse.access.actor import Actor
from gatehouse.directory.users.service import get_user
from gatehouse.kit import clock
from gatehouse.kit.db import Database
from gatehouse.licensing.caller import scope_of
from gatehouse.licensing.checkout.errors import TransactionMissing
from gatehouse.licensing.organizations import queries
from gatehouse.licensing.organizations.errors import CustomerTaken, OrganizationMissing
from gatehouse.licensing.organizations.models import Organization
from gatehouse.licensing.organizations.service import get_organization
from gatehouse.providers.payments.port import Payments, TransactionFact


async def prepare_checkout(database: Database, payments: Payments, actor: Actor) -> str:
    """The customer's id at the provider, found or made; the same for everybody who asks."""
    async with database.transaction(scope_of(actor)) as db:
        organization = await queries.OPEN_CHECKOUT.first(db, actor.tenant_id, clock.now())
    if organization is None:
        raise OrganizationMissing("There is no organization yet")
    if organization.provider_customer_id:
        return organization.provider_customer_id
    return await _link_customer(database, payments, actor, organization)


async def _link_customer(
    database: Database, payments: Payments, actor: Actor, organization: Organization
) -> str:
    taken = CustomerTaken(
        f"{organization.billing_email} belongs to another customer. Choose another billing e-mail."
    )
    customer = await payments.customer(
        organization.billing_email, organization.name, str(organization.id)
    )
    # Whoever names an address has not proved that it is theirs. A customer whom we did not make for
    # this organization is taken over only by the person who signs in with that address, and has proved it.
    ours = customer.reference == str(organization.id)
    if not ours and (customer.reference or actor.email != organization.billing_email):
        raise taken
    try:
        async with database.transaction(scope_of(actor)) as db:
            if not ours and not (await get_user(db, actor.user_id)).verified:
                raise taken
            return await queries.LINK_CUSTOMER.one(db, actor.tenant_id, customer.id)
    except asyncpg.UniqueViolationError:
        raise taken from None


async def get_transaction(
    database: Database, payments: Payments, actor: Actor, transaction_id: str
) -> TransactionFact:
    """The transaction, as the provider knows it now; `TransactionMissing` when it is another's."""
    missing = TransactionMissing("The transaction was not found")
    async with database.transaction(scope_of(actor)) as db:
        organization = await get_organization(db, actor.tenant_id)
    if organization.provider_customer_id is None:
        raise missing
    transaction = await payments.transaction(transaction_id)
    if transaction is None or transaction.customer_id != organization.provider_customer_id:
        raise missing
    return transaction
