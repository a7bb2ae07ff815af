"""The mail provider and mail templates, for the vendor's backends ("Email Configuration", "Email
Templates")."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import Query, Response
from pydantic import Field, StringConstraints

from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import VendorRoute, VendorTransaction, may_read_secrets
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.audit.actors import VendorActor
from gatehouse.identity.mails import configuration, templates
from gatehouse.identity.mails.schemas import MailTemplateIn, MailTemplateOut, MailType
from gatehouse.kit.resources import AllResources
from gatehouse.kit.schemas import Wire
from gatehouse.vendor.messages import MailProvider

# They become parts of headers and addresses.
MailSecret = Annotated[str, StringConstraints(pattern=r"^[\x21-\x7e]{8,512}$")]
KeyId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9]{4,128}$")]
AwsRegion = Annotated[str, StringConstraints(pattern=r"^[a-z]{2}(-[a-z]+)+-\d$")]
Domain = Annotated[
    str,
    StringConstraints(
        max_length=253, pattern=r"^([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$"
    ),
]

READ, WRITE = VendorPermission.READ_CONFIGURATION, VendorPermission.WRITE_CONFIGURATION
V1, V2 = (f"/identity/resources/mail/{version}/configurations" for version in ("v1", "v2"))

router = Router(tags=["Vendor"], route_class=VendorRoute)


class SendGridKey(Wire):
    secret: MailSecret = Field(examples=["SG.secret-of-sendgrid"])


class SendGridMail(SendGridKey):
    provider: Literal["sendgrid"]


class SesMail(Wire):
    provider: Literal["ses"]
    secret: MailSecret
    id: KeyId
    region: AwsRegion


class MailgunMail(Wire):
    provider: Literal["mailgun"]
    secret: MailSecret
    domain: Domain
    region: Literal["us", "eu"] = "us"


class MailProviderIn(Wire):
    """`ses-role` is not supported: use keys of a separate user."""

    payload: Annotated[SendGridMail | SesMail | MailgunMail, Field(discriminator="provider")] = (
        Field(examples=[{"provider": "sendgrid", "secret": "SG.secret-of-sendgrid"}])
    )


class MailConfigurationOut(Wire):
    """`secret` is masked but for a credential that names `vendor.see.secrets`. `extension` has what else is
    set."""

    provider: MailProvider
    secret: str
    extension: list[dict[str, Any]]
    created_at: datetime
    updated_at: datetime


@router.get(V1, permission=READ)
async def get_mail_configuration(
    db: VendorTransaction, resources: AllResources, caller: VendorCaller
) -> MailConfigurationOut:
    """The provider that sends mail. 404 `mail_configurations.missing` where it goes as the settings say."""
    found = await configuration.get_mail_configuration(db)
    return MailConfigurationOut(
        provider=found.provider,
        secret=configuration.decrypt_mail_secret(resources, found)
        if may_read_secrets(caller)
        else "********",
        extension=[found.settings] if found.settings else [],
        created_at=found.created_at,
        updated_at=found.updated_at,
    )


@router.post(V1, permission=WRITE, status_code=201)
async def set_sendgrid_configuration(
    db: VendorTransaction, resources: AllResources, by: VendorActor, data: SendGridKey
) -> Response:
    """Send mail through SendGrid from now on, with this key."""
    await configuration.save_mail_configuration(db, resources, by, "sendgrid", data.secret, {})
    return Response(status_code=201)


@router.post(V2, permission=WRITE, status_code=201)
async def set_mail_configuration(
    db: VendorTransaction, resources: AllResources, by: VendorActor, data: MailProviderIn
) -> Response:
    """Send mail through this service from now on, instead of the one of the settings."""
    settings = data.payload.model_dump(exclude={"provider", "secret"})
    await configuration.save_mail_configuration(
        db, resources, by, data.payload.provider, data.payload.secret, settings
    )
    return Response(status_code=201)


@router.delete(V1, permission=WRITE)
async def delete_mail_configuration(db: VendorTransaction, by: VendorActor) -> Response:
    """Send mail as the settings say again. 404 `mail_configurations.missing`."""
    await configuration.delete_mail_configuration(db, by)
    return Response(status_code=200)


MAIL = "/identity/resources/mail/v1/configs"

template_router = Router(tags=["Vendor"], route_class=VendorRoute)


@template_router.get(f"{MAIL}/templates", permission=READ)
async def list_mail_templates(
    db: VendorTransaction,
    resources: AllResources,
    kind: Annotated[MailType | None, Query(alias="type")] = None,
) -> list[MailTemplateOut]:
    """The templates that you have written; other mails use the default."""
    return await templates.list_mail_templates(db, resources, kind)


@template_router.post(f"{MAIL}/templates", permission=WRITE, status_code=201)
async def save_mail_template(
    db: VendorTransaction, resources: AllResources, by: VendorActor, data: MailTemplateIn
) -> Response:
    """Write the template of a mail type, in force within a moment. 400 `templates.refused` for an unknown
    placeholder, or without a required one; `mail_templates.never_sent` for a type that has no mail here;
    `mail_templates.always_sent` for a notice that is to be switched off."""
    await templates.save_mail_template(db, resources, by, data)
    return Response(status_code=201)


@template_router.delete(f"{MAIL}/templates/{{template_id}}", permission=WRITE)
async def delete_mail_template(
    db: VendorTransaction, by: VendorActor, template_id: UUID
) -> Response:
    """Restore the default. `template_id` is the `id` of the list."""
    await templates.delete_mail_template(db, by, template_id)
    return Response(status_code=200)


@template_router.get(f"{MAIL}/{{kind}}/default", permission=READ, response_model_exclude_none=True)
async def get_default_mail_template(
    db: VendorTransaction, resources: AllResources, kind: MailType
) -> MailTemplateOut:
    """The default mail of a type, with its placeholders. 400 `mail_templates.never_sent`."""
    return templates.build_default_mail_template(resources, kind)
