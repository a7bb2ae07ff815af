"""The hosted platform's own browser clients, as npm has them, set up, show and give up every second factor.

As `test_published_clients.py`: no part of a run without `--published-clients FOLDER`.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Page

from gatehouse.identity.oauth.clients import DEMO_CLIENT
from tests.e2e.api import CHOSEN
from tests.e2e.api import sign_in as sign_in_there
from tests.e2e.browser import Window
from tests.e2e.conftest import NewWindow
from tests.e2e.entering import newcomer
from tests.e2e.factors import (
    Vendor,
    add_mail,
    app_code,
    new_number,
    plug_in,
    sent_code,
)
from tests.e2e.published import VERSIONS, Published, product
from tests.process.server import Server

pytestmark = pytest.mark.browser

# Each kind has calls of its own since then; before there was the app alone.
KINDS_SINCE = 4
LATER = [version for version in VERSIONS if int(version[0]) >= KINDS_SINCE]
KEYS = {"Platform": "internal", "CrossPlatform": "usb"}


class Client:
    """A published client in its page, and the person in front of it."""

    def __init__(self, window: Window, email: str) -> None:
        self.window, self.page, self.email = window, window.page, email

    async def call(self, name: str, *values: Any) -> Any:
        return await self.page.evaluate("([name, values]) => call(name, ...values)", [name, values])

    async def sign_in(self) -> Any:
        return await self.call("login", {"email": self.email, "password": CHOSEN})

    async def half_in(self) -> Any:
        """Signed in by password, and asked for the second factor."""
        answer = await self.sign_in()
        assert answer["mfaRequired"] is True
        assert not answer.get("accessToken")
        return answer

    async def is_in_with_the_password_alone(self) -> None:
        answer = await self.sign_in()
        assert not answer.get("mfaRequired")
        assert answer["accessToken"]

    async def device(self, kind: str) -> Any:
        devices = await self.call("getMFADevices")
        (found,) = devices[kind]
        assert sum(map(len, devices.values())) == 1
        return found["id"]


@pytest.fixture
def address(published: Published, server: Server, tmp_path: Path) -> Iterator[str]:
    script = published.bundle(tmp_path, "calls.js")
    (origin,) = json.loads(server.settings["allowed_origins"])
    with product(script, server.url, DEMO_CLIENT, urlsplit(origin).port or 0) as served:
        yield served


@pytest.fixture
async def client(new_window: NewWindow, address: str) -> Client:
    """A page of a signed-in user with a password and nothing else."""
    window = await new_window()
    email, _ = await newcomer(window)
    await window.page.goto(address)
    found = Client(window, email)
    await found.is_in_with_the_password_alone()
    return found


# An app's code counts once, half a minute early or late too: these are for one after the other.
FIRST, SECOND, THIRD = -1, 0, 1


async def set_up_app(client: Client, vendor: Vendor, server: Server) -> tuple[str, str]:
    """By the calls that every generation has; the app's secret, and the code to recover with."""
    shown = await client.call("enrollMfa")
    assert shown["qrCode"].startswith("data:image/")
    secret = await vendor.app_secret(server, client.email)
    done = await client.call("verifyMfa", {"token": await app_code(client.window, secret, FIRST)})
    return secret, done["recoveryCode"]


@pytest.mark.parametrize("published", VERSIONS, indirect=True)
async def test_an_app_by_the_first_calls(client: Client, vendor: Vendor, server: Server):
    secret, _ = await set_up_app(client, vendor, server)
    half = await client.half_in()
    code = await app_code(client.window, secret, SECOND)
    shown = {"mfaToken": half["mfaToken"], "value": code, "rememberDevice": False}
    assert (await client.call("loginWithMfa", shown))["accessToken"]
    await client.call("disableMfa", {"token": await app_code(client.window, secret, THIRD)})
    await client.is_in_with_the_password_alone()


@pytest.mark.parametrize("published", VERSIONS, indirect=True)
async def test_a_lost_app_is_given_up(client: Client, vendor: Vendor, server: Server):
    _, code = await set_up_app(client, vendor, server)
    await client.half_in()
    await client.call("recoverMfaToken", {"email": client.email, "recoveryCode": code})
    await client.is_in_with_the_password_alone()


@pytest.mark.parametrize("published", LATER, indirect=True)
async def test_an_authenticator_app_signs_in(client: Client, vendor: Vendor, server: Server):
    assert (await client.call("preEnrollMFAAuthenticatorApp"))["qrCode"]
    secret = await vendor.app_secret(server, client.email)
    token = await app_code(client.window, secret, FIRST)
    await client.call("enrollMFAAuthenticatorApp", {"token": token})
    device = await client.device("authenticators")
    half = await client.half_in()
    code = await app_code(client.window, secret, SECOND)
    shown = {"mfaToken": half["mfaToken"], "value": code, "rememberDevice": False}
    answer = await client.call("verifyMFAAuthenticatorAppForLogin", device, shown)
    assert answer["accessToken"]
    token = await app_code(client.window, secret, THIRD)
    await client.call("disableMFAAuthenticatorApp", device, {"token": token})
    await client.is_in_with_the_password_alone()


@pytest.mark.parametrize("published", LATER, indirect=True)
async def test_text_messages_sign_in(client: Client):
    number, window = new_number(), client.window
    begun = await client.call("preEnrollMFASMS", {"phoneNumber": number})
    code = {"otcToken": begun["otcToken"], "code": await sent_code(window, number)}
    await client.call("enrollMFASMS", code)
    device = await client.device("phones")
    half = {"mfaToken": (await client.half_in())["mfaToken"]}
    begun = await client.call("preVerifyMFASMSForLogin", device, half)
    code = {"otcToken": begun["otcToken"], "code": await sent_code(window, number, 2)}
    shown = half | code | {"rememberDevice": False}
    assert (await client.call("verifyMFASMSForLogin", device, shown))["accessToken"]
    begun = await client.call("preDisableMFASMS", device)
    code = {"otcToken": begun["otcToken"], "code": await sent_code(window, number, 3)}
    await client.call("disableMFASMS", device, code)
    await client.is_in_with_the_password_alone()


@pytest.mark.parametrize("kind", KEYS)
@pytest.mark.parametrize("published", LATER, indirect=True)
async def test_a_security_key_signs_in(client: Client, kind: str):
    await plug_in(client.window, KEYS[kind])
    begun = await client.call("preEnrollMFAWebAuthn")
    made = await key(client.page, "makeKey", begun)
    await client.call("enrollMFAWebAuthn", made | {"deviceType": kind})
    device = await client.device("webauthn")
    half = {"mfaToken": (await client.half_in())["mfaToken"]}
    begun = await client.call("preVerifyMFAWebAuthnForLogin", device, half)
    shown = half | await key(client.page, "showKey", begun) | {"rememberDevice": False}
    assert (await client.call("verifyMFAWebAuthnForLogin", device, shown))["accessToken"]
    begun = await client.call("preDisableMFAWebAuthn", device)
    await client.call("disableMFAWebAuthn", device, await key(client.page, "showKey", begun))
    await client.is_in_with_the_password_alone()


async def key(page: Page, what: str, begun: Any) -> dict[str, Any]:
    """The key's answer, as the clients send it."""
    options = await page.evaluate(f"options => {what}(options)", begun["options"])
    return {"webauthnToken": begun["webauthnToken"], "options": options}


@pytest.mark.parametrize("published", LATER, indirect=True)
async def test_codes_by_mail_sign_in(client: Client, new_window: NewWindow):
    """They are set up and given up at our own pages: the clients only show them."""
    elsewhere = await new_window()
    token = await sign_in_there(elsewhere, client.email, CHOSEN)
    await add_mail(elsewhere, client.email, token)
    half = {"mfaToken": (await client.half_in())["mfaToken"]}
    begun = await client.call("preVerifyMFAEmailCode", half)
    code = await sent_code(client.window, client.email, 2)
    shown = half | begun | {"code": code, "rememberDevice": False}
    assert (await client.call("verifyMFAEmailCode", shown))["accessToken"]
