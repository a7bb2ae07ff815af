"""What people show who they are with: codes, apps, keys; and what the vendor offers."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import asyncpg
import httpx
import pyotp
from playwright.async_api import CDPSession

from gatehouse.identity.factors.queries import SECRETS
from gatehouse.kit.crypto import Box
from gatehouse.kit.hashing import hash_password
from tests.e2e.api import post
from tests.e2e.browser import PATIENCE_MS, Window
from tests.process.server import Server

PUBLIC = "/identity/resources/configurations/v1/public"
STRATEGIES = "/identity/resources/configurations/v1/auth/strategies/public"
NUMBERS = "/identity/resources/users/phone-numbers/v1"
MFA = "/identity/resources/users/v1/mfa"
SIX_DIGITS = re.compile(r"\b\d{6}\b")


@dataclass
class Vendor:
    """What the vendor offers, as `gatehouse vendor apply` switches it; each ends when it is in force."""

    database: asyncpg.Connection
    public: httpx.AsyncClient

    async def offer(self, strategy: str) -> None:
        """How people sign in first."""
        await self.database.execute("update vendor set auth_strategy = $1", strategy)
        await self.until(PUBLIC, lambda answer: answer.json()["authStrategy"] == strategy)

    async def offer_passkeys(self) -> None:
        await self.database.execute(
            "insert into feature_flags (name, is_on) values ('show-passkeys-new', true)"
        )
        await self.until(STRATEGIES, lambda answer: answer.json()["secondaryAuthStrategies"])

    async def offer_nothing_more(self) -> None:
        """As it was."""
        await self.database.execute("delete from feature_flags where name = 'show-passkeys-new'")
        await self.until(STRATEGIES, lambda answer: not answer.json()["secondaryAuthStrategies"])
        await self.offer("EmailAndPassword")

    async def send_back_to(self, address: str, wanted: dict[str, str]) -> str:
        """Has the vendor's own application registered there; where it sends people to sign in."""
        client_id = await self.database.fetchval(
            "update applications set redirect_uris = array_append(redirect_uris, $1)"
            " where is_default returning client_id::text",
            address,
        )
        wanted = wanted | {"client_id": client_id, "redirect_uri": address}
        authorize = f"/oauth/authorize?{urlencode(wanted)}"
        await self.until(authorize, lambda answer: answer.status_code == 302)
        return authorize

    async def send_cookies(self, rule: str, through: str) -> None:
        """`SameSite` of what browsers are given, such as those of people who are sent `through` there."""
        await self.database.execute("update vendor set cookie_same_site = $1", rule)
        wanted = f"SameSite={rule.capitalize()}"
        await self.until(through, lambda answer: wanted in answer.headers.get("set-cookie", ""))

    async def let(self, email: str, permission: str) -> None:
        """Gives it to this person in each account of theirs, by a role of its own."""
        await self.database.execute(
            "with member as (select m.tenant_id, m.user_id, gen_random_uuid() as role_id"
            "   from memberships m join users u on u.id = m.user_id where u.email = $1),"
            " role as (insert into roles (id, tenant_id, key, name)"
            "   select role_id, tenant_id, role_id::text, role_id::text from member returning id, tenant_id),"
            " granted as (insert into role_permissions (role_id, permission_id, tenant_id)"
            "   select r.id, p.id, r.tenant_id from role r join permissions p on p.key = $2)"
            " insert into membership_roles select tenant_id, user_id, role_id from member",
            email,
            permission,
        )

    async def set_password(self, email: str, password: str) -> None:
        """As it came from an import: whatever our own pages would say to it."""
        await self.database.execute(
            "update passwords set hash = $2 where user_id = (select id from users where email = $1)",
            email,
            await hash_password(password),
        )

    async def until(self, path: str, is_so: Callable[[httpx.Response], object]) -> None:
        async with asyncio.timeout(PATIENCE_MS / 1000):
            while True:
                if is_so(await self.public.get(path)):
                    return
                await asyncio.sleep(0.02)

    async def app_secret(self, server: Server, email: str) -> str:
        """Of the picture that was shown last: an app would read it there."""
        row = await self.database.fetchrow(
            "select a.id, sealed_secret from authenticators a join users u on u.id = user_id"
            " where u.email = $1 order by a.created_at desc limit 1",
            email,
        )
        box = Box([(server.data_dir / "secret.key").read_text().strip()])
        return SECRETS.open(box, row["id"], row["sealed_secret"]).decode()


@asynccontextmanager
async def vendor_of(server: Server) -> AsyncIterator[Vendor]:
    """As it was, at the end."""
    connection = await asyncpg.connect(server.database_url)
    await connection.execute("set gatehouse.scope = 'system'")
    async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE_MS / 1000) as public:
        vendor = Vendor(connection, public)
        yield vendor
        await vendor.offer_nothing_more()
    await connection.close()


async def sent_code(window: Window, to: str, nth: int = 1) -> str:
    """The code of the nth message there that has one."""
    async with asyncio.timeout(PATIENCE_MS / 1000):
        while True:
            answer = await window.context.request.get("/dev/outbox.json", params={"to": to})
            told = [one for one in await answer.json() if "Activate" not in one["subject"]]
            codes = [found.group() for one in told if (found := SIX_DIGITS.search(one["text"]))]
            if len(codes) >= nth:
                return codes[-nth]
            await asyncio.sleep(0.05)


async def mailed(window: Window, to: str, wanted: re.Pattern[str]) -> str:
    """What the newest mail there has of this kind; waits until there is one."""
    async with asyncio.timeout(PATIENCE_MS / 1000):
        while True:
            answer = await window.context.request.get("/dev/outbox.json", params={"to": to})
            for one in await answer.json():
                if found := wanted.search(one["text"]):
                    return found.group()
            await asyncio.sleep(0.05)


async def app_code(window: Window, secret: str, steps: int = 0) -> str:
    """What the app shows at the server's time, or so many half minutes later: each counts once."""
    now = await post(window, "/dev/clock", {"advanceSeconds": 0})
    at = datetime.fromisoformat(now["now"]) + timedelta(seconds=30 * steps)
    return pyotp.TOTP(secret).at(at)


async def add_app(window: Window, vendor: Vendor, server: Server, email: str, token: str) -> str:
    """The secret of an authenticator app, whose next code counts."""
    await post(window, f"{MFA}/authenticator/enroll", {}, token)
    secret = await vendor.app_secret(server, email)
    body = {"token": await app_code(window, secret)}
    await post(window, f"{MFA}/authenticator/enroll/verify", body, token)
    return secret


async def add_mail(window: Window, email: str, token: str) -> str:
    """Codes by mail become the second factor; its recovery code."""
    begun = await post(window, f"{MFA}/emailcode/enroll", {}, token)
    body = begun | {"code": await sent_code(window, email)}
    answer = await post(window, f"{MFA}/emailcode/enroll/verify", body, token)
    code: str = answer["recoveryCode"]
    return code


async def add_phone(window: Window, number: str, token: str) -> None:
    """Text messages there become the second factor."""
    begun = await post(window, f"{MFA}/sms/enroll", {"phoneNumber": number}, token)
    body = {"otcToken": begun["otcToken"], "code": await sent_code(window, number)}
    await post(window, f"{MFA}/sms/enroll/verify", body, token)


async def add_number(window: Window, number: str, token: str) -> None:
    sent = await post(window, f"{NUMBERS}/preverify", {"phoneNumber": number}, token)
    await post(window, f"{NUMBERS}/verify", sent | {"code": await sent_code(window, number)}, token)


def new_number() -> str:
    return f"+4915{uuid4().int % 10**9:09}"


@dataclass
class Key:
    """An authenticator of this page, which says yes at once."""

    session: CDPSession
    id: str

    async def credentials(self) -> list[dict[str, Any]]:
        answer = await self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.id})
        found: list[dict[str, Any]] = answer["credentials"]
        return found

    async def until(self, is_so: Callable[[list[dict[str, Any]]], bool]) -> None:
        """Waits for what the page has signaled to the authenticator."""
        async with asyncio.timeout(PATIENCE_MS / 1000):
            while True:
                if is_so(await self.credentials()):
                    return
                await asyncio.sleep(0.05)


async def plug_in(window: Window, transport: str = "usb") -> Key:
    """`internal`: what is built into the device."""
    session = await window.context.new_cdp_session(window.page)
    await session.send("WebAuthn.enable", {"enableUI": False})
    made = await session.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": transport,
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    return Key(session, made["authenticatorId"])
