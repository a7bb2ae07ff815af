"""Public calls answer a known and an unknown address alike, at the same cost. The calls are those of the API
description: a new one that takes an address fails until it is here."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

import gatehouse
from tests.access.test_permissions import PUBLIC
from tests.identity.passwordless_steps import offering
from tests.identity.signup_steps import OTHER, form, new_address, sign_up_and_activate, stranger

NAMES = {"email", "username", "identifier"}
RANDOM = re.compile(r'(?<=":")[\w-]{36,}(?=")')


@dataclass(frozen=True)
class Asking:
    """`field` is what the address is sent as. Checking a password or code reads the user: there the time of
    the hash counts, which the call's own tests check."""

    field: str = "email"
    more: tuple[tuple[str, str], ...] = ()
    strategy: str = "EmailAndPassword"
    same_cost: bool = True


NEW = tuple((key, str(value)) for key, value in form("x").items() if key != "email")
ASKING: dict[str, Asking] = {
    "sign_in_with_password": Asking(more=(("password", OTHER),), same_cost=False),
    "sign_in_with_password_v2": Asking(more=(("password", OTHER),), same_cost=False),
    "recover_mfa": Asking(more=(("recoveryCode", "AAAA-BBBB-CCCC"),), same_cost=False),
    "begin_passkey_sign_in": Asking(),
    "find_sso": Asking(),
    "find_sso_v1": Asking(),
    "sign_up": Asking(more=NEW, same_cost=False),
    "sign_up_by_username": Asking(more=(*NEW, ("username", "kim.roe")), same_cost=False),
    "sign_up_by_phone_number": Asking(
        more=(*NEW, ("phoneNumber", "+15550100123")), same_cost=False
    ),
    "resend_activation_mail": Asking(),
    "resend_invitation_mail": Asking(),
    "request_password_reset": Asking(),
    "request_password_reset_by_identifier": Asking("identifier"),
    "request_password_reset_by_sms": Asking("identifier"),
    "request_mailed_code": Asking(strategy="Code"),
    "request_magic_link": Asking(strategy="MagicLink"),
    "request_texted_code": Asking(strategy="SmsCode"),
    "request_phone_reset": Asking(strategy="SmsCode"),
}

ASKED: ContextVar[list[str] | None] = ContextVar("asked", default=None)

# The holder of the link that the server printed may be told that an address is taken.
FIRST_OWNER = "make_first_owner"

DESCRIPTION: dict[str, Any] = json.loads(
    (Path(gatehouse.__file__).parent / "openapi.json").read_text()
)


@pytest.fixture(scope="module")
def operations() -> dict[str, tuple[str, str]]:
    """Method and path of the public calls whose body names a user."""
    return {
        operation["operationId"]: (method.upper(), path)
        for path, methods in DESCRIPTION["paths"].items()
        for method, operation in methods.items()
        if operation["operationId"] in PUBLIC and NAMES & fields_of(operation)
    }


def fields_of(operation: dict[str, Any]) -> set[str]:
    content = operation.get("requestBody", {}).get("content", {})
    named = re.findall(
        r"#/components/schemas/(\w+)", json.dumps(content.get("application/json", {}))
    )
    schemas = DESCRIPTION["components"]["schemas"]
    return {field for name in named for field in schemas[name].get("properties", {})}


def test_every_public_call_that_names_a_user_is_listed(operations):
    assert set(operations) - {FIRST_OWNER} == set(ASKING)


@pytest.fixture
async def known(asgi, world, run_jobs) -> str:
    address = new_address()
    await sign_up_and_activate(asgi, world, run_jobs, address)
    return address


@pytest.fixture
async def offer(database, resources, world):
    await world.configure("update vendor set password_reset_by_sms = true")
    async with offering(database, resources) as change:
        yield change
    await world.configure("update vendor set password_reset_by_sms = false")


@pytest.mark.parametrize("name", ASKING)
async def test_known_and_unknown_are_answered_alike(asgi, operations, offer, known, database, name):
    asking, (method, path) = ASKING[name], operations[name]
    await offer(asking.strategy)
    seen: dict[str, list[str]] = {}
    told: dict[str, tuple[Any, ...]] = {}
    # The first of each kind also teaches a connection its types.
    for whose in 2 * ("known", "unknown"):
        address = known if whose == "known" else new_address()
        statements = seen[whose] = []
        async with recorded(database, statements), stranger(asgi) as browser:
            body = {**dict(asking.more), asking.field: address}
            answer = await browser.request(method, path, json=body)
            told[whose] = what_is_told(answer, address)
    assert told["known"] == told["unknown"]
    assert told["known"][0] < 429
    if asking.same_cost:
        assert seen["known"] == seen["unknown"]
        assert seen["known"] or "sso" in name  # which is one statement, without a transaction


def what_is_told(answer: httpx.Response, address: str) -> tuple[Any, ...]:
    """All but what is random, and the address that was sent."""
    text = RANDOM.sub("…", answer.text.replace(address, "address"))
    cookies = sorted(one.partition("=")[0] for one in answer.headers.get_list("set-cookie"))
    return answer.status_code, text, sorted(set(answer.headers) - {"content-length"}), cookies


@asynccontextmanager
async def recorded(database: Any, statements: list[str]) -> AsyncIterator[None]:
    """What is asked inside, and nothing of what runs beside it."""
    take = database.take_connection

    async def taking() -> Any:
        connection = await take()
        connection.add_query_logger(note)
        return connection

    database.take_connection = taking
    asked = ASKED.set(statements)
    try:
        yield
        await asyncio.sleep(0)  # the last statement is noted in the loop's next turn
    finally:
        ASKED.reset(asked)
        database.take_connection = take


def note(statement: Any) -> None:
    """In the context of the caller."""
    if (asked := ASKED.get()) is not None:
        asked.append(statement.query)
