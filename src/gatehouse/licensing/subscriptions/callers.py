"""Who may change a subscription, and who may pay."""

from typing import Annotated

from fastapi import Depends

from gatehouse.access.client import Client, CurrentClient
from gatehouse.access.guard import Call, CurrentCall, require
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.kit.resources import AllResources, Resources
from gatehouse.licensing.purchases.terms import terms_of
from gatehouse.licensing.subscriptions.desk import Desk
from gatehouse.providers.payments.port import Payments

CanChange = Annotated[Principal, require(Permission.LICENSING_WRITE_LICENSES)]
CanPay = Annotated[Principal, require(Permission.LICENSING_WRITE_BILLING)]


def _desk(call: Call, caller: Principal, resources: Resources, client: Client) -> Desk:
    terms = terms_of(resources, certain=True)
    return Desk(call, resources[Payments], terms, caller, client)


def changing(
    call: CurrentCall, caller: CanChange, resources: AllResources, client: CurrentClient
) -> Desk:
    return _desk(call, caller, resources, client)


def paying(
    call: CurrentCall, caller: CanPay, resources: AllResources, client: CurrentClient
) -> Desk:
    return _desk(call, caller, resources, client)


ChangingDesk = Annotated[Desk, Depends(changing)]
PayingDesk = Annotated[Desk, Depends(paying)]
