"""Mail templates, for the vendor's backends ("Email Templates")."""

from typing import Annotated
from uuid import UUID

from fastapi import Query, Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPermission,
    VendorRoute,
    VendorTransaction,
)
from gatehouse.identity.mails.templates import service
from gatehouse.identity.mails.templates.schemas import MailTemplateIn, MailTemplateOut, MailType
from gatehouse.kit.resources import AllResources

MAIL = "/identity/resources/mail/v1/configs"

router = Router(tags=["Vendor"], route_class=VendorRoute)


@router.get(f"{MAIL}/templates", permission=VendorPermission.READ_CONFIGURATION)
async def list_mail_templates(
    db: VendorTransaction,
    resources: AllResources,
    kind: Annotated[MailType | None, Query(alias="type")] = None,
) -> list[MailTemplateOut]:
    """The templates that you have written; other mails use the default."""
    return await service.list_mail_templates(db, resources, kind)


@router.post(f"{MAIL}/templates", permission=VendorPermission.WRITE_CONFIGURATION, status_code=201)
async def save_mail_template(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    client: CurrentClient,
    data: MailTemplateIn,
) -> Response:
    """Write the template of a mail type, in force within a moment. 400 `templates.refused` for an unknown
    placeholder, or without a required one; `mail_templates.never_sent` for a type that has no mail here;
    `mail_templates.always_sent` for a notice that is to be switched off."""
    await service.save_mail_template(db, resources, caller, client, data)
    return Response(status_code=201)


@router.delete(f"{MAIL}/templates/{{template_id}}", permission=VendorPermission.WRITE_CONFIGURATION)
async def delete_mail_template(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, template_id: UUID
) -> Response:
    """Restore the default. `template_id` is the `id` of the list."""
    await service.delete_mail_template(db, caller, client, template_id)
    return Response(status_code=200)


@router.get(
    f"{MAIL}/{{kind}}/default",
    permission=VendorPermission.READ_CONFIGURATION,
    response_model_exclude_none=True,
)
async def get_default_mail_template(
    db: VendorTransaction, resources: AllResources, kind: MailType
) -> MailTemplateOut:
    """The default mail of a type, with its placeholders. 400 `mail_templates.never_sent`."""
    return service.default_mail_template(resources, kind)
