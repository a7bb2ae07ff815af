"""Send test messages at once instead of queueing them, so that the caller gets the provider's answer."""

import asyncio
from collections.abc import Awaitable
from html import escape

from gatehouse.access.vendor import VendorPrincipal
from gatehouse.audit.service import announce_event
from gatehouse.identity.text_messages.number import normalize_number
from gatehouse.identity.text_messages.service import limit_text_message
from gatehouse.kit.crypto import Box, new_id
from gatehouse.kit.db import Db, Query
from gatehouse.kit.errors import Conflict
from gatehouse.kit.events import Event
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.providers.mail import chosen_mailer
from gatehouse.providers.mail.port import Mail
from gatehouse.providers.sms import OWN, Sms, SmsSender, build_sms_sender
from gatehouse.vendor.brand.service import brand_of
from gatehouse.vendor.current import configuration_of


class NoRecipient(Conflict, code="trial_messages.nobody"):
    """The caller is a backend, or a user without a phone number."""


class TrialMessageNotSent(Conflict, code="trial_messages.not_sent"):
    """The message was not sent; the text is the provider's error."""


class TrialMessageSent(Event):
    """`channel` is mail or sms. The actor is the recipient."""

    event_name = "vendor.trial_message_sent"
    text = "Sent a test message to themselves ({channel})"
    channel: str


PHONE = Query(str, "select phone_number from users where id = $1 and phone_number is not null")


PER_PERSON = RateLimit("trial_messages", 5, 15)
PATIENCE_SECONDS = 10
LONGEST_REASON = 300


async def send_trial_mail(db: Db, resources: Resources, caller: VendorPrincipal) -> str:
    """Send a mail and return its address. Raises `NoRecipient`, `TrialMessageNotSent` or
    `RateLimited`."""
    address = _get_caller_address(caller)
    await db.pause()
    await resources[RateLimiter].hit(PER_PERSON, str(caller.credential_id))
    mail = _build_trial_mail(resources, address)
    await _await_delivery(chosen_mailer.send_mail(resources, mail, str(new_id())))
    await announce_event(db, TrialMessageSent(None, "mail"), by=caller.actor)
    return address


async def send_trial_sms(db: Db, resources: Resources, caller: VendorPrincipal) -> str:
    """Send a text message and return its number. Raises `NoRecipient`, `TrialMessageNotSent`,
    `InvalidPhoneNumber`, `NumberNotServed` or `RateLimited`."""
    address = _get_caller_address(caller)
    phone = await PHONE.first(db, caller.credential_id)
    if phone is None:
        raise NoRecipient("You do not have a phone number. Add one in your profile.")
    own = await OWN.first(db)
    await db.pause()
    await resources[RateLimiter].hit(PER_PERSON, str(caller.credential_id))
    number = normalize_number(phone)
    await limit_text_message(resources, number, address)
    sender = build_sms_sender(resources[Box], own) if own else resources[SmsSender]
    text = f"This is a test message from {_read_vendor_name(resources)}. Text messages are set up correctly."
    await _await_delivery(sender.send(Sms(number, text), str(new_id())))
    await announce_event(db, TrialMessageSent(None, "sms"), by=caller.actor)
    return number


def _get_caller_address(caller: VendorPrincipal) -> str:
    if caller.email is None:
        raise NoRecipient("Test messages can only be sent to a user. Sign in to the console.")
    return caller.email


def _read_vendor_name(resources: Resources) -> str:
    return brand_of(configuration_of(resources), "loginBox").name


def _build_trial_mail(resources: Resources, address: str) -> Mail:
    vendor = _read_vendor_name(resources)
    text = f"This is a test message from {vendor}. Email is set up correctly."
    return Mail(address, f"Test message from {vendor}", f"{text}\n", f"<p>{escape(text)}</p>")


async def _await_delivery(sending: Awaitable[None]) -> None:
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await sending
    except Exception as error:
        raise TrialMessageNotSent(f"The message was not sent: {_describe_error(error)}") from error


def _describe_error(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return f"no answer within {PATIENCE_SECONDS} seconds"
    return str(error)[:LONGEST_REASON] or type(error).__name__
