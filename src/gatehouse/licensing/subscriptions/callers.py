"""Who may change a subscription, and who may pay."""

from typing import Annotated

from fastapi import Depends

from gatehouse.access.client import Client, CurrentClient
from gatehouse.access.guard import CurrentCall, GuardedCall, require
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal, refuse_impersonated
from gatehouse.kit.crypto import Box
from gatehouse.kit.resources import AllResources, Resources
from gatehouse.licensing.licenses.lookup import LicenseName, find_license
from gatehouse.licensing.purchases.settlement_context import terms_of
from gatehouse.licensing.subscriptions.change_context import SubscriptionChangeContext
from gatehouse.providers.payments.port import Payments

CanChange = Annotated[Principal, require(Permission.LICENSING_WRITE_LICENSES)]
CanPay = Annotated[Principal, require(Permission.LICENSING_WRITE_BILLING)]


async def _open_context(
    name: str, call: GuardedCall, caller: Principal, resources: Resources, client: Client
) -> SubscriptionChangeContext:
    async with call.transaction() as db:
        license_id = await find_license(db, caller.tenant_id, name)
    terms = terms_of(resources, certain=True)
    return SubscriptionChangeContext(
        call, resources[Payments], terms, caller, client, license_id, resources[Box]
    )


async def context_for_change(
    license_id: LicenseName,
    call: CurrentCall,
    caller: CanChange,
    resources: AllResources,
    client: CurrentClient,
) -> SubscriptionChangeContext:
    """`Impersonated`: it changes what the account pays."""
    refuse_impersonated(caller.impersonator_id)
    return await _open_context(license_id, call, caller, resources, client)


async def context_for_payment(
    license_id: LicenseName,
    call: CurrentCall,
    caller: CanPay,
    resources: AllResources,
    client: CurrentClient,
) -> SubscriptionChangeContext:
    return await _open_context(license_id, call, caller, resources, client)


ChangingDesk = Annotated[SubscriptionChangeContext, Depends(context_for_change)]
PayingDesk = Annotated[SubscriptionChangeContext, Depends(context_for_payment)]
