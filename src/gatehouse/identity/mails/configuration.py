"""The provider that sends the vendor's mail."""

from typing import Any

from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id
from gatehouse.kit.db import Db
from gatehouse.kit.errors import NotFound
from gatehouse.kit.events import Actor, Event
from gatehouse.kit.resources import Resources
from gatehouse.vendor import messages
from gatehouse.vendor.messages import MailConfiguration, MailProvider


class MailConfigurationMissing(NotFound, code="mail_configurations.missing"): ...


class MailConfigurationChanged(Event):
    event_name = "vendor.mail_configuration_changed"
    severity = "High"
    text = "Changed the email provider to {provider}"
    provider: str


class MailConfigurationRemoved(Event):
    event_name = "vendor.mail_configuration_removed"
    severity = "High"
    text = "Removed the email provider; the installation settings apply"


async def get_mail_configuration(db: Db) -> MailConfiguration:
    """Raises `MailConfigurationMissing` when there is none."""
    found = await messages.MAIL_CONFIGURATION.first(db)
    if found is None:
        raise MailConfigurationMissing(
            "No email provider is configured. The installation settings apply."
        )
    return found


def decrypt_mail_secret(resources: Resources, configuration: MailConfiguration) -> str:
    sealed = configuration.sealed_secret
    return messages.SECRET.open(resources[Box], configuration.id, sealed).decode()


async def save_mail_configuration(
    db: Db,
    resources: Resources,
    by: Actor,
    provider: MailProvider,
    secret: str,
    settings: dict[str, Any],
) -> None:
    before = await messages.MAIL_CONFIGURATION.first(db)
    row_id = before.id if before else new_id()
    sealed = messages.SECRET.seal(resources[Box], row_id, secret.encode())
    await messages.SAVE_MAIL_CONFIGURATION.run(db, row_id, provider, settings, sealed, clock.now())
    await announce_event(db, MailConfigurationChanged(None, provider), by=by)


async def delete_mail_configuration(db: Db, by: Actor) -> None:
    """Raises `MailConfigurationMissing` when there is none."""
    if await messages.DELETE_MAIL_CONFIGURATION.first(db) is None:
        raise MailConfigurationMissing(
            "No email provider is configured. The installation settings apply."
        )
    await announce_event(db, MailConfigurationRemoved(None), by=by)
