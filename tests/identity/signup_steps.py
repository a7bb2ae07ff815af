"""The steps of strangers, each with an address of their own, so that limits by address do not mix."""

import json
import random
from base64 import urlsafe_b64decode
from uuid import UUID, uuid4

import httpx

from tests.conftest import ORIGIN
from tests.world import World

USERS = "/identity/resources/users/v1"
SIGN_UP = f"{USERS}/signUp"
ACTIVATE = f"{USERS}/activate"
STRATEGY = f"{USERS}/activate/strategy"
RESEND = f"{USERS}/activate/reset"
ACCEPT = f"{USERS}/invitation/accept"
RESET = f"{USERS}/passwords/reset"
VALIDATE = f"{USERS}/passwords/reset/validate"
VERIFY = f"{USERS}/passwords/reset/verify"
CHANGE = f"{USERS}/passwords/change"
LOGIN = "/identity/resources/auth/v1/user"
ME = "/identity/resources/users/v2/me"
REFRESH = "/identity/resources/auth/v1/user/token/refresh"

GOOD = "seven lamps in the harbor"
OTHER = "a quieter road to Trondheim"


def stranger(asgi, ip: str | None = None) -> httpx.AsyncClient:
    """A browser in a network of its own."""
    ip = ip or f"2001:db8:{random.randrange(1 << 16):x}:{random.randrange(1 << 16):x}::1"  # noqa: S311
    transport = httpx.ASGITransport(asgi, raise_app_exceptions=False, client=(ip, 4711))
    return httpx.AsyncClient(transport=transport, base_url=ORIGIN)


def new_address() -> str:
    return f"{uuid4().hex[:12]}@example.test"


def form(address: str, **more: object) -> dict[str, object]:
    """What the sign-up page sends."""
    return {
        "email": address, "name": "Kim Roe", "companyName": "Roe Works", "recaptchaToken": "", **more
    }  # fmt: skip


def credentials(world: World, address: str, position: int = -1) -> dict[str, str]:
    """`userId` and `token` of the link in a mail to this address."""
    return dict(world.link(world.mails(address)[position]).params)


async def sign_up_and_activate(asgi, world: World, run_jobs, address: str) -> tuple[UUID, UUID]:
    """A verified person with the password `GOOD`; user and tenant id."""
    async with stranger(asgi) as browser:
        await browser.post(SIGN_UP, json=form(address))
        await run_jobs()
        link = credentials(world, address)
        answer = await browser.post(ACTIVATE, json={**link, "password": GOOD})
    assert answer.status_code == 200, answer.text
    payload = answer.json()["accessToken"].split(".")[1]
    claims = json.loads(urlsafe_b64decode(payload + "==="))
    return UUID(claims["sub"]), UUID(claims["tenantId"])
