from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPermission,
    VendorRoute,
    VendorTransaction,
)
from gatehouse.identity.text_messages.configuration import service
from gatehouse.identity.text_messages.configuration.schemas import (
    SmsConfigurationIn,
    SmsConfigurationOut,
)
from gatehouse.kit.resources import AllResources
from gatehouse.providers.sms import OwnGateway

router = Router(
    prefix="/identity/resources/configurations/v1/sms", tags=["Vendor"], route_class=VendorRoute
)


@router.get("", permission=VendorPermission.READ_CONFIGURATION)
async def get_sms_configuration(db: VendorTransaction) -> SmsConfigurationOut:
    """404 `sms_configuration.missing` where the deployment's own account is used."""
    return _to_configuration_response(await service.get_sms_configuration(db))


@router.post("", permission=VendorPermission.WRITE_CONFIGURATION, status_code=201)
async def set_sms_configuration(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    client: CurrentClient,
    data: SmsConfigurationIn,
) -> SmsConfigurationOut:
    """Text messages go through this account from now on. 400 `sms_configuration.incomplete`."""
    return _to_configuration_response(
        await service.save_sms_configuration(db, resources, caller, client, data)
    )


@router.delete("", permission=VendorPermission.WRITE_CONFIGURATION)
async def delete_sms_configuration(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient
) -> Response:
    """Text messages go through the deployment's own account again. 404 `sms_configuration.missing`."""
    await service.delete_sms_configuration(db, caller, client)
    return Response()


def _to_configuration_response(own: OwnGateway) -> SmsConfigurationOut:
    return SmsConfigurationOut(
        id=own.id,
        provider=own.provider,
        account_id=own.account_id,
        sender_name=own.sender,
        created_at=own.created_at,
        updated_at=own.updated_at,
    )
