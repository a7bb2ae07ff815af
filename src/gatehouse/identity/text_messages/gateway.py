"""The vendor's own gateway account for text messages."""

from uuid import UUID

from gatehouse.audit.service import announce_event
from gatehouse.identity.text_messages.schemas import SmsConfigurationIn
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id
from gatehouse.kit.db import Db, Query
from gatehouse.kit.errors import Invalid, NotFound
from gatehouse.kit.events import Actor, Event
from gatehouse.kit.resources import Resources
from gatehouse.providers.sms import OWN, TOKEN, OwnGateway


class SmsConfigurationMissing(NotFound, code="sms_configuration.missing"): ...


class SmsConfigurationIncomplete(Invalid, code="sms_configuration.incomplete"): ...


class SmsConfigurationSet(Event):
    event_name = "vendor.sms_configuration_set"
    severity = "High"
    text = "Changed the text message provider account to {account_id}"
    account_id: str


class SmsConfigurationDeleted(Event):
    event_name = "vendor.sms_configuration_deleted"
    severity = "High"
    text = "Removed the text message provider; the installation settings apply"


SAVE_CONFIGURATION = Query(
    OwnGateway,
    """
    insert into sms_configurations (id, provider, account_id, sealed_token, sender, created_at, updated_at)
    values ($1, 'twilio', $2, $3, $4, $5, $5)
    on conflict ((true)) do update set id = $1, account_id = $2, sealed_token = $3, sender = $4,
      updated_at = $5
    returning *
    """,
)

DELETE_CONFIGURATION = Query(UUID, "delete from sms_configurations returning id")


async def get_sms_configuration(db: Db) -> OwnGateway:
    """Raises `SmsConfigurationMissing` when there is none."""
    if (own := await OWN.first(db)) is None:
        raise _configuration_missing_error()
    return own


async def save_sms_configuration(
    db: Db, resources: Resources, by: Actor, data: SmsConfigurationIn
) -> OwnGateway:
    """Replace the configuration. Raises `SmsConfigurationIncomplete`."""
    box, row_id = resources[Box], new_id()
    token, sender = data.token or await _reuse_stored_token(db, box, data), data.service_id
    sender = sender or data.sender_name
    if not (token and sender):
        raise SmsConfigurationIncomplete("token, and serviceId or senderName: are required")
    sealed = TOKEN.seal(box, row_id, token.encode())
    saved = await SAVE_CONFIGURATION.one(db, row_id, data.account_id, sealed, sender, clock.now())
    event = SmsConfigurationSet(None, saved.account_id)
    await announce_event(db, event, by=by)
    return saved


async def delete_sms_configuration(db: Db, by: Actor) -> None:
    """Raises `SmsConfigurationMissing` when there is none."""
    if await DELETE_CONFIGURATION.first(db) is None:
        raise _configuration_missing_error()
    await announce_event(db, SmsConfigurationDeleted(None), by=by)


async def _reuse_stored_token(db: Db, box: Box, data: SmsConfigurationIn) -> str:
    """The stored token, only for an unchanged account: it is not valid for another."""
    before = await OWN.first(db)
    if before is None or before.account_id != data.account_id:
        return ""
    return TOKEN.open(box, before.id, before.sealed_token).decode()


def _configuration_missing_error() -> SmsConfigurationMissing:
    return SmsConfigurationMissing("No text message provider is configured")
