"""What the passwordless pages do, and how the vendor's choice is switched."""

import json
import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import httpx

from gatehouse.configuration.service import apply_document
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Database
from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.sent import texts_in
from tests.world import World

PASSWORDLESS = "/identity/resources/auth/v1/passwordless"
CODE, CODE_BACK = f"{PASSWORDLESS}/code/prelogin", f"{PASSWORDLESS}/code/postlogin"
SMS, SMS_BACK = f"{PASSWORDLESS}/smscode/prelogin", f"{PASSWORDLESS}/smscode/postlogin"
LINK, LINK_BACK = f"{PASSWORDLESS}/magiclink/prelogin", f"{PASSWORDLESS}/magiclink/postlogin"
NUMBERS = "/identity/resources/users/phone-numbers/v1"
PHONE = "/identity/resources/users/v1/phone"

DEFAULTS = """
[sign_in]
auth_strategy = "EmailAndPassword"
sms_quick_login = false
magic_link_same_device = true
allow_not_verified_users_login = false
"""

Offer = Callable[..., Awaitable[None]]


@asynccontextmanager
async def offering(database: Database, resources: Resources) -> AsyncIterator[Offer]:
    """`await offer("Code", sms_quick_login=True)`: as `gatehouse vendor apply` does."""

    async def apply(document: str) -> None:
        await apply_document(database, document)
        await resources[VendorConfiguration].load()

    async def offer(strategy: str, **more: bool) -> None:
        lines = [f"{name} = {json.dumps(value)}" for name, value in more.items()]
        document = "\n".join(["[sign_in]", f'auth_strategy = "{strategy}"', *lines])
        await apply(document)

    yield offer
    clock.reset_clock()  # what is audited now is no news of tomorrow
    await apply(DEFAULTS)


def new_number() -> str:
    return f"+4915{random.randrange(10**9):09}"  # noqa: S311


def texts(world: World, to: str) -> list[str]:
    """Text messages to this number, in the order in which they were asked for; run the jobs first."""
    return texts_in(world.settings.data_dir).to(to)


def code_in(text: str) -> str:
    found = re.search(r"\b\d{6}\b", text)
    assert found, text
    return found.group()


def mailed_code(world: World, address: str) -> str:
    body = world.mails(address)[-1].get_body(("plain",))
    assert body
    return code_in(body.get_content())


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 10**6:06}"


async def own_number(world: World, user_id: object, number: str | None = None) -> str:
    """A proved number of this person."""
    number = number or new_number()
    await world.configure(
        "insert into phone_numbers (id, user_id, phone_number, verified_at, created_at, updated_at)"
        " values ($1, $2, $3, $4, $4, $4)",
        new_id(), user_id, number, clock.now(),
    )  # fmt: skip
    return number


def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["errorCode"]
