"""Sent at once and not queued, so that whoever asks is told what the provider said."""

import asyncio
from collections.abc import Awaitable
from html import escape

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.audit.actors import by_vendor
from gatehouse.audit.service import announce
from gatehouse.identity.text_messages.number import normalize_number
from gatehouse.identity.text_messages.service import allow
from gatehouse.identity.trial_messages import queries
from gatehouse.identity.trial_messages.errors import NobodyToSendTo, NotSent
from gatehouse.identity.trial_messages.events import TrialMessageSent
from gatehouse.kit.crypto import Box, new_id
from gatehouse.kit.db import Db
from gatehouse.kit.rate_limit import Limit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.providers.mail import chosen
from gatehouse.providers.mail.port import Mail
from gatehouse.providers.sms.own import OWN, sender_of
from gatehouse.providers.sms.port import Sms, SmsSender
from gatehouse.vendor.brand.service import brand_of
from gatehouse.vendor.current import configuration_of

PER_PERSON = Limit("trial_messages", 5, 15)
PATIENCE_SECONDS = 10
LONGEST_REASON = 300


async def send_mail(db: Db, resources: Resources, caller: VendorPrincipal, client: Client) -> str:
    """The address it went to. `NobodyToSendTo`, `NotSent`, `RateLimited`."""
    address = _address(caller)
    await db.pause()
    await resources[RateLimiter].hit(PER_PERSON, str(caller.credential_id))
    mail = _mail(resources, address)
    await _sent(chosen.send_mail(resources, mail, str(new_id())))
    await announce(db, TrialMessageSent(None, "mail"), by=by_vendor(caller, client))
    return address


async def send_sms(db: Db, resources: Resources, caller: VendorPrincipal, client: Client) -> str:
    """The number it went to. `NobodyToSendTo`, `NotSent`, `InvalidPhoneNumber`, `NumberNotServed`,
    `RateLimited`."""
    address = _address(caller)
    phone = await queries.PHONE.first(db, caller.credential_id)
    if phone is None:
        raise NobodyToSendTo("You have no phone number. Enter one in your profile.")
    own = await OWN.first(db)
    await db.pause()
    await resources[RateLimiter].hit(PER_PERSON, str(caller.credential_id))
    number = normalize_number(phone)
    await allow(resources, number, address)
    sender = sender_of(resources[Box], own) if own else resources[SmsSender]
    text = f"A test message of {_vendor(resources)}. Text messages go out as they should."
    await _sent(sender.send(Sms(number, text), str(new_id())))
    await announce(db, TrialMessageSent(None, "sms"), by=by_vendor(caller, client))
    return number


def _address(caller: VendorPrincipal) -> str:
    if caller.email is None:
        raise NobodyToSendTo("Test messages go to people: sign in to the console")
    return caller.email


def _vendor(resources: Resources) -> str:
    return brand_of(configuration_of(resources), "loginBox").name


def _mail(resources: Resources, address: str) -> Mail:
    vendor = _vendor(resources)
    text = f"This is a test message of {vendor}. Mail goes out as it should."
    return Mail(address, f"A test message of {vendor}", f"{text}\n", f"<p>{escape(text)}</p>")


async def _sent(sending: Awaitable[None]) -> None:
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await sending
    except Exception as error:
        raise NotSent(f"It was not sent: {_reason(error)}") from error


def _reason(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return f"nobody answered within {PATIENCE_SECONDS} seconds"
    return str(error)[:LONGEST_REASON] or type(error).__name__
