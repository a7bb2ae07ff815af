"""Who may change a subscription, and who may pay."""

from typing import Annotated

from fastapi import Depends

from gatehouse.access.client import Client, CurrentClient
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.kit.db import Database
from gatehouse.kit.resources import AllResources, Resources
from gatehouse.licensing.caller import require_briefly
from gatehouse.licensing.purchases.terms import terms_of
from gatehouse.licensing.subscriptions.desk import Desk
from gatehouse.providers.payments.port import Payments

CanChange = Annotated[Principal, require_briefly(Permission.LICENSING_WRITE_LICENSES)]
CanPay = Annotated[Principal, require_briefly(Permission.LICENSING_WRITE_BILLING)]


def _desk(caller: Principal, resources: Resources, client: Client) -> Desk:
    terms = terms_of(resources, certain=True)
    return Desk(resources[Database], resources[Payments], terms, caller, client)


def changing(caller: CanChange, resources: AllResources, client: CurrentClient) -> Desk:
    return _desk(caller, resources, client)


def paying(caller: CanPay, resources: AllResources, client: CurrentClient) -> Desk:
    return _desk(caller, resources, client)


ChangingDesk = Annotated[Desk, Depends(changing)]
PayingDesk = Annotated[Desk, Depends(paying)]
