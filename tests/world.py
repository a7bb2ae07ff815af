"""Makes tenants, people and signed-in browsers for tests."""

import re
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import timedelta
from email.message import EmailMessage
from uuid import UUID, uuid4

import httpx

from gatehouse.access.tokens import AccessTokens
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.resources import Resources
from gatehouse.settings import Settings
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.databases import opened
from tests.sent import mails_in


@dataclass(frozen=True)
class Person:
    id: UUID
    tenant_id: UUID
    session_id: UUID
    email: str
    browser: httpx.AsyncClient


class World:
    def __init__(
        self, resources: Resources, new_client: Callable[[], httpx.AsyncClient], settings: Settings
    ) -> None:
        self.resources = resources
        self.new_client = new_client
        self.settings = settings

    async def configure(self, statement: str, *values: object) -> None:
        """Change the vendor's configuration, in force when this returns."""
        async with self._system() as db:
            await db.connection.execute(statement, *values)
        await self.resources[VendorConfiguration].load()

    async def tenant(self, name: str = "Acme", parent: UUID | None = None) -> UUID:
        tenant_id = new_id()
        async with self._system() as db:
            above = await db.connection.fetchval("select path from tenants where id = $1", parent)
            path = f"{above or ''}{tenant_id}/"
            await db.connection.execute(
                "insert into tenants (id, parent_id, path, name, created_at, updated_at)"
                " values ($1, $2, $3, $4, $5, $5)",
                tenant_id, parent, path, name, clock.now(),
            )  # fmt: skip
        return tenant_id

    async def member(
        self, tenant_id: UUID, *roles: str, address: str | None = None, name: str = "Pat Doe"
    ) -> tuple[UUID, str]:
        """A verified person with these vendor roles; their id and address."""
        user_id, address = new_id(), address or f"{uuid4().hex[:12]}@example.test"
        now = clock.now()
        async with self._system() as db:
            await db.connection.execute(
                "insert into users (id, email, name, verified, default_tenant_id, created_at, updated_at)"
                " values ($1, $2, $3, true, $4, $5, $5)",
                user_id, address, name, tenant_id, now,
            )  # fmt: skip
            await db.connection.execute(
                "insert into memberships (tenant_id, user_id, activated, created_at)"
                " values ($1, $2, true, $3)",
                tenant_id, user_id, now,
            )  # fmt: skip
            await db.connection.execute(
                "insert into membership_roles (tenant_id, user_id, role_id)"
                " select $1, $2, id from roles where key = any($3) and tenant_id is null",
                tenant_id, user_id, list(roles),
            )  # fmt: skip
        return user_id, address

    async def member_of(self, tenant_id: UUID, user_id: UUID) -> None:
        """The same person in another tenant, without roles."""
        async with self._system() as db:
            await db.connection.execute(
                "insert into memberships (tenant_id, user_id, activated, created_at)"
                " values ($1, $2, true, $3)",
                tenant_id, user_id, clock.now(),
            )  # fmt: skip

    async def grant(self, tenant_id: UUID, user_id: UUID, *permissions: str) -> None:
        """Give exactly these catalogue permissions through a role of the tenant."""
        role_id = new_id()
        async with self._system() as db:
            await db.connection.execute(
                "insert into roles (id, tenant_id, key, name) values ($1, $2, $3, $3)",
                role_id, tenant_id, f"role-{role_id}",
            )  # fmt: skip
            await db.connection.execute(
                "insert into role_permissions (role_id, permission_id, tenant_id)"
                " select $1, id, $2 from permissions where key = any($3)",
                role_id, tenant_id, list(permissions),
            )  # fmt: skip
            await db.connection.execute(
                "insert into membership_roles values ($1, $2, $3)", tenant_id, user_id, role_id
            )

    async def sign_in(self, user_id: UUID, tenant_id: UUID, address: str) -> Person:
        """A live session, and a browser that sends its access token."""
        session_id, now = new_id(), clock.now()
        async with self._system() as db:
            await db.connection.execute(
                "insert into sessions (id, user_id, tenant_id, created_at, last_used_at, expires_at,"
                " auth_time, amr) values ($1, $2, $3, $4, $4, $5, $4, '{pwd}')",
                session_id, user_id, tenant_id, now, now + timedelta(days=30),
            )  # fmt: skip
        claims = {"sub": str(user_id), "tenantId": str(tenant_id), "sid": str(session_id)}
        audience = str(self.resources[VendorConfiguration].current.default.client_id)
        token = await self.resources[AccessTokens].issue(claims, audience=audience, seconds=86_400)
        browser = self.new_client()
        browser.headers["authorization"] = f"Bearer {token}"
        return Person(user_id, tenant_id, session_id, address, browser)

    async def person(
        self, *roles: str, permissions: tuple[str, ...] = (), tenant_id: UUID | None = None
    ) -> Person:
        """A signed-in member with vendor roles (`Admin`, `ReadOnly`) or bare permissions."""
        tenant_id = tenant_id or await self.tenant()
        user_id, address = await self.member(tenant_id, *roles)
        if permissions:
            await self.grant(tenant_id, user_id, *permissions)
        return await self.sign_in(user_id, tenant_id, address)

    def mails(self, to: str) -> list[EmailMessage]:
        """Mails sent to this address, in the order in which they were asked for; run the jobs first."""
        return mails_in(self.settings.data_dir).to(to)

    def link(self, mail: EmailMessage) -> httpx.URL:
        """The first link of the text part."""
        body = mail.get_body(("plain",))
        found = re.search(r"https?://\S+", body.get_content() if body else "")
        if not found:
            raise LookupError("no link in the mail")
        return httpx.URL(found.group())

    def _system(self) -> AbstractAsyncContextManager[Db]:
        return opened(self.resources[Database], Scope.system())


__all__ = ["Db", "Person", "World"]
