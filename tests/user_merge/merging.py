"""Two accounts of one person, and the links by which both mailboxes say yes."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import httpx

from gatehouse.kit.crypto import new_id
from tests.backend import new_backend
from tests.vendor_view import get_user, role_keys
from tests.world import Db, Person, World

REQUESTS = "/identity/resources/vendor-only/merge-requests/v1"
LOOK = "/identity/resources/merge-requests/v1/verify"
ANSWER = "/identity/resources/merge-requests/v1/answer"
REASON = "Ticket 4711: signed up twice"


@dataclass(frozen=True)
class Links:
    """What the two mails of a request lead to: bodies for the page's calls."""

    id: str
    goes: dict[str, str]
    stays: dict[str, str]


class Merging:
    def __init__(
        self,
        world: World,
        backend: httpx.AsyncClient,
        stranger: httpx.AsyncClient,
        run_jobs: Callable[[], Awaitable[None]],
    ) -> None:
        self.world, self.backend, self.stranger, self.run_jobs = world, backend, stranger, run_jobs

    async def sign_in_again(self) -> None:
        """The backend's token lasts an hour."""
        self.backend = (await new_backend(self.world)).http

    async def ask(self, goes: Person, stays: Person) -> httpx.Response:
        body = {"goesId": str(goes.id), "staysId": str(stays.id), "reason": REASON}
        return await self.backend.post(REQUESTS, json=body)

    async def asked(self, goes: Person, stays: Person) -> Links:
        answer = await self.ask(goes, stays)
        assert answer.status_code == 201, answer.text
        await self.run_jobs()
        return Links(answer.json()["id"], self.link(goes.email), self.link(stays.email))

    def link(self, address: str) -> dict[str, str]:
        """Of the newest mail there that asks."""
        asking = [mail for mail in self.world.mails(address) if "Merge your" in mail["Subject"]]
        return dict(self.world.link(asking[-1]).params)

    async def answer(self, link: dict[str, str], *, agreed: bool = True) -> httpx.Response:
        return await self.stranger.post(ANSWER, json={**link, "agreed": agreed})

    async def outcome(self, link: dict[str, str], *, agreed: bool = True) -> str:
        answer = await self.answer(link, agreed=agreed)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["outcome"])

    async def look(self, link: dict[str, str]) -> httpx.Response:
        return await self.stranger.post(LOOK, json=link)

    async def merge(self, goes: Person, stays: Person) -> None:
        links = await self.asked(goes, stays)
        assert await self.outcome(links.goes) == "waiting"
        assert await self.outcome(links.stays) == "merged"

    async def shown(self, request_id: str) -> dict[str, Any]:
        answer = await self.backend.get(f"{REQUESTS}/{request_id}")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())


async def membership(db: Db, tenant_id: UUID, user_id: UUID) -> dict[str, Any] | None:
    row = await db.connection.fetchrow(
        "select activated, is_disabled, temporary_expires_at, inherited_from,"
        " sub_account_access_allowed from memberships where tenant_id = $1 and user_id = $2",
        tenant_id, user_id,
    )  # fmt: skip
    return dict(row) if row else None


async def change_membership(db: Db, tenant_id: UUID, user_id: UUID, assignments: str) -> None:
    """`is_disabled = true`."""
    await db.connection.execute(
        f"update memberships set {assignments} where tenant_id = $1 and user_id = $2",
        tenant_id, user_id,
    )  # fmt: skip


async def roles_of(world: World, tenant_id: UUID, user_id: UUID) -> set[str]:
    """Keys of the roles of a member."""
    return set(role_keys(await get_user(world, user_id), tenant_id))


async def with_social(db: Db, person: Person, provider: str = "google") -> None:
    await db.connection.execute(
        "insert into external_identities (id, kind, provider, issuer, subject, user_id, email, created_at,"
        " last_used_at) values ($1, 'social', $2, 'https://id.test', $1::uuid::text, $3, $4, now(), now())",
        new_id(), provider, person.id, person.email,
    )  # fmt: skip


async def seat(db: Db, tenant_id: UUID, license_id: UUID, holder: str, minutes: int = 10) -> UUID:
    seat_id = new_id()
    await db.connection.execute(
        "insert into license_seats (id, tenant_id, license_id, kind, holder, claimed_at, last_seen_at,"
        " lease_until) values ($1, $2, $3, 'user', $4, now(), now(), now() + make_interval(mins => $5))",
        seat_id, tenant_id, license_id, holder, minutes,
    )  # fmt: skip
    return seat_id
