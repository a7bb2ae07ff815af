"""Templates of text messages, for the vendor's backends ("SMS Templates")."""

from typing import Annotated, Literal

from fastapi import Response
from pydantic import Field, StringConstraints

from gatehouse.access.router import Router
from gatehouse.access.vendor import VendorRoute, VendorTransaction
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.audit.actors import VendorActor
from gatehouse.audit.service import announce_event
from gatehouse.configuration.service import lock_configuration
from gatehouse.identity.mails.templates import TemplateRefused
from gatehouse.identity.text_messages import gateway
from gatehouse.identity.text_messages.schemas import SmsConfigurationIn, SmsConfigurationOut
from gatehouse.identity.text_messages.service import DEFAULTS, PLACEHOLDERS
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.errors import NotFound
from gatehouse.kit.events import Event
from gatehouse.kit.resources import AllResources
from gatehouse.kit.schemas import Wire
from gatehouse.providers.sms import OwnGateway
from gatehouse.vendor import messages
from gatehouse.vendor.messages import check_placeholders, list_placeholders


class SmsTemplateNotFound(NotFound, code="sms_templates.not_found"): ...


class SmsTemplateChanged(Event):
    event_name = "vendor.sms_template_changed"
    severity = "High"
    text = "Changed the text message {kind}"
    kind: str


READ, WRITE = VendorPermission.READ_CONFIGURATION, VendorPermission.WRITE_CONFIGURATION
router = Router(
    prefix="/identity/resources/configurations/v1/sms", tags=["Vendor"], route_class=VendorRoute
)


@router.get("", permission=READ)
async def get_sms_configuration(db: VendorTransaction) -> SmsConfigurationOut:
    """404 `sms_configuration.missing` where the deployment's own account is used."""
    return _to_configuration_response(await gateway.get_sms_configuration(db))


@router.post("", permission=WRITE, status_code=201)
async def set_sms_configuration(
    db: VendorTransaction, resources: AllResources, by: VendorActor, data: SmsConfigurationIn
) -> SmsConfigurationOut:
    """Text messages go through this account from now on. 400 `sms_configuration.incomplete`."""
    return _to_configuration_response(await gateway.save_sms_configuration(db, resources, by, data))


@router.delete("", permission=WRITE)
async def delete_sms_configuration(db: VendorTransaction, by: VendorActor) -> Response:
    """Text messages go through the deployment's own account again. 404 `sms_configuration.missing`."""
    await gateway.delete_sms_configuration(db, by)
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


SmsType = Literal["OTC", "MFAOTC"]
# Each further part of 153 characters costs as much as the first.
Template = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=300, pattern=r"^[^\x00-\x09\x0b-\x1f\x7f]*$"
    ),
]

SMS = "/identity/resources/configurations/v1/sms/templates"

template_router = Router(tags=["Vendor"], route_class=VendorRoute)


class SmsTemplateIn(Wire):
    """Placeholders are `{{code}}`, which has to be in it, and `{{vendor}}`."""

    template: Template = Field(examples=["{{code}} is your code for {{vendor}}"])


class SmsTemplateOut(Wire):
    """`OTC` is sent for sign-in and for changes of a number, `MFAOTC` for MFA."""

    type: SmsType
    template: str


@template_router.get(SMS, permission=READ, response_model=list[SmsTemplateOut])
async def list_sms_templates(db: VendorTransaction) -> object:
    """The templates that you have written; other messages use the default."""
    return await messages.SMS_TEMPLATES.all(db)


@template_router.get(f"{SMS}/default/all", permission=READ)
async def list_default_sms_templates(db: VendorTransaction) -> list[SmsTemplateOut]:
    """The default messages."""
    return [_build_default_template(kind) for kind in DEFAULTS]


@template_router.get(f"{SMS}/{{kind}}/default", permission=READ)
async def get_default_sms_template(db: VendorTransaction, kind: SmsType) -> SmsTemplateOut:
    """The default message of a type."""
    return _build_default_template(kind)


@template_router.get(f"{SMS}/{{kind}}", permission=READ, response_model=SmsTemplateOut)
async def get_sms_template(db: VendorTransaction, kind: SmsType) -> object:
    """The message that is sent: your template, or else the default."""
    written = {one.type: one for one in await messages.SMS_TEMPLATES.all(db)}
    return written.get(kind) or _build_default_template(kind)


@template_router.post(
    f"{SMS}/{{kind}}",
    permission=WRITE,
    response_model=SmsTemplateOut,
    status_code=201,
)
async def save_sms_template(
    db: VendorTransaction, by: VendorActor, kind: SmsType, data: SmsTemplateIn
) -> object:
    """Write a template, in force within a moment. 400 `templates.refused` for an unknown placeholder, and
    without `{{code}}`."""
    try:
        check_placeholders(data.template, PLACEHOLDERS)
    except ValueError as error:
        raise TemplateRefused(f"template: {error}") from None
    if "code" not in list_placeholders(data.template):
        raise TemplateRefused("template: must contain {{code}}")
    await lock_configuration(db)
    saved = await messages.SAVE_SMS_TEMPLATE.one(db, new_id(), kind, data.template, clock.now())
    await announce_event(db, SmsTemplateChanged(None, kind), by=by)
    return saved


@template_router.delete(f"{SMS}/{{kind}}", permission=WRITE)
async def delete_sms_template(db: VendorTransaction, by: VendorActor, kind: SmsType) -> Response:
    """Restore the default. 404 without a template of yours."""
    await lock_configuration(db)
    if await messages.DELETE_SMS_TEMPLATE.first(db, kind) is None:
        raise SmsTemplateNotFound("The template was not found")
    await announce_event(db, SmsTemplateChanged(None, kind), by=by)
    return Response(status_code=200)


def _build_default_template(kind: SmsType | str) -> SmsTemplateOut:
    return SmsTemplateOut.model_validate({"type": kind, "template": DEFAULTS[kind]})
