"""People with second factors, and the steps of their sign-in."""

import random
import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pyotp

from gatehouse.identity.factors.queries import SECRETS as AUTHENTICATORS
from gatehouse.identity.sign_in.pending import SECRETS as WAITING
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Db
from gatehouse.kit.hashing import hash_password
from tests.identity.signup_steps import GOOD, LOGIN, stranger
from tests.sent import texts_in
from tests.world import World

AT_LOGIN = "/identity/resources/auth/v1/user/mfa"
OWN = "/identity/resources/users/v1/mfa"
GENERATE = "/identity/resources/auth/v1/user/step-up/generate"
MINE = "/identity/resources/users/sessions/v1/me"
REMEMBER = "/identity/resources/configurations/v1/mfa-policy/allow-remember-device"


@dataclass
class Somebody:
    """With the password `GOOD`; `browser` is signed in, `secrets` are those of their apps."""

    id: UUID
    tenant_id: UUID
    email: str
    browser: httpx.AsyncClient
    secrets: list[str]


def a_number() -> str:
    return f"+1555{random.randrange(10**7):07}"  # noqa: S311


def code_of(secret: str, **away: float) -> str:
    return pyotp.TOTP(secret).at(clock.now() + timedelta(**away))


def next_step() -> None:
    """A code counts once, so the next use waits for another."""
    clock.advance_clock(timedelta(seconds=30))


class Steps:
    """What people do; `asgi` is the server."""

    def __init__(self, world: World, asgi: Any, run_jobs: Any, db: Db) -> None:
        self.world, self.asgi, self.run_jobs, self.db = world, asgi, run_jobs, db

    async def secret(self, who: Somebody) -> str:
        """Of the picture that was shown last: an app would read it there."""
        box = self.world.resources[Box]
        row = await self.db.connection.fetchrow(
            "select id, sealed_secret from authenticators where user_id = $1"
            " order by created_at desc, id desc limit 1",
            who.id,
        )
        return AUTHENTICATORS.open(box, row["id"], row["sealed_secret"]).decode()

    async def waiting_secret(self, who: Somebody) -> str:
        """Of the picture in the answer to a login that asks to enroll."""
        box = self.world.resources[Box]
        row = await self.db.connection.fetchrow(
            "select id, sealed_authenticator from pending_sign_ins where user_id = $1"
            " order by created_at desc limit 1",
            who.id,
        )
        return WAITING.open(box, row["id"], row["sealed_authenticator"]).decode()

    async def somebody(self, *roles: str, tenant_id: UUID | None = None) -> Somebody:
        tenant_id = tenant_id or await self.world.tenant()
        user_id, address = await self.world.member(tenant_id, *roles)
        await self.world.configure(
            "insert into passwords (user_id, hash, changed_at) values ($1, $2, $3)",
            user_id, await hash_password(GOOD), clock.now() - timedelta(days=1),
        )  # fmt: skip
        person = await self.world.sign_in(user_id, tenant_id, address)
        return Somebody(user_id, tenant_id, address, person.browser, [])

    async def with_app(self, *roles: str, tenant_id: UUID | None = None) -> Somebody:
        """With an authenticator app whose codes count from now on."""
        who = await self.somebody(*roles, tenant_id=tenant_id)
        await self.add_app(who)
        next_step()
        return who

    async def add_app(self, who: Somebody) -> dict[str, Any]:
        begun = await who.browser.post(f"{OWN}/enroll")
        assert begun.status_code == 200, begun.text
        who.secrets.append(await self.secret(who))
        body = {"token": code_of(who.secrets[-1])}
        answer = await who.browser.post(f"{OWN}/enroll/verify", json=body)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def add_phone(self, who: Somebody, number: str) -> None:
        sent = await who.browser.post(f"{OWN}/sms/enroll", json={"phoneNumber": number})
        assert sent.status_code == 200, sent.text
        body = {"otcToken": sent.json()["otcToken"], "code": await self.text(number)}
        answer = await who.browser.post(f"{OWN}/sms/enroll/verify", json=body)
        assert answer.status_code == 200, answer.text

    async def add_email(self, who: Somebody) -> None:
        sent = await who.browser.post(f"{OWN}/emailcode/enroll")
        assert sent.status_code == 200, sent.text
        body = {"otcToken": sent.json()["otcToken"], "code": await self.mailed(who)}
        answer = await who.browser.post(f"{OWN}/emailcode/enroll/verify", json=body)
        assert answer.status_code == 200, answer.text

    async def add_key(self, who: Somebody, key: Any, device_type: str = "CrossPlatform") -> None:
        begun = (await who.browser.post(f"{OWN}/webauthn/enroll")).json()
        body = {
            "deviceType": device_type,
            "webauthnToken": begun["webauthnToken"],
            "options": key.create(begun["options"]),
        }
        answer = await who.browser.post(f"{OWN}/webauthn/enroll/verify", json=body)
        assert answer.status_code == 200, answer.text

    async def login(
        self, who: Somebody, browser: httpx.AsyncClient | None = None
    ) -> dict[str, Any]:
        """The answer to the password."""
        browser = browser or stranger(self.asgi)
        answer = await browser.post(LOGIN, json={"email": who.email, "password": GOOD})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def text(self, number: str) -> str:
        """The code of the last message there."""
        await self.run_jobs()
        return _code(texts_in(self.world.settings.data_dir).to(number)[-1])

    async def mailed(self, who: Somebody) -> str:
        await self.run_jobs()
        mails = [one for one in self.world.mails(who.email) if one["Subject"].endswith("code")]
        body = mails[-1].get_body(("plain",))
        return _code(body.get_content() if body else "")

    async def policy(self, tenant_id: UUID, enforce: str, *, remember: bool = False) -> None:
        await self.world.configure(
            "insert into mfa_policies (tenant_id, enforce_mfa_type, allow_remember_my_device,"
            " mfa_device_expiration, created_at, updated_at) values ($1, $2, $3, 86400, now(), now())"
            " on conflict (tenant_id) do update set enforce_mfa_type = $2,"
            " allow_remember_my_device = $3",
            tenant_id, enforce, remember,
        )  # fmt: skip


def _code(text: str) -> str:
    found = re.search(r"\b\d{6}\b", text)
    assert found, text
    return found.group()
