"""What a test does with an account's webhooks."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

from gatehouse.connectivity.webhooks.delivery import enqueue_due_webhooks
from gatehouse.kit import clock
from gatehouse.kit.db import Database
from gatehouse.kit.jobs import JobContext
from gatehouse.kit.resources import Resources
from tests.connectivity.receiver import Receiver
from tests.world import Person, World

SECRET = "a secret of ours"
GROUPS = "/identity/resources/groups/v1"
GROUP_CREATED = "frontegg.group.created"


class Webhooks:
    def __init__(
        self,
        world: World,
        admin: Person,
        receiver: Receiver,
        resources: Resources,
        run_jobs: Callable[[], Awaitable[None]],
    ) -> None:
        self._world = world
        self.admin = admin
        self.http = admin.browser
        self.receiver = receiver
        self.run_jobs = run_jobs
        self._context = JobContext(resources[Database], resources, 0, 1, last_attempt=True)

    def form(self, **changes: object) -> dict[str, Any]:
        return {
            "displayName": "Our ERP",
            "description": "",
            "url": self.receiver.url,
            "secret": SECRET,
            "eventKeys": [GROUP_CREATED],
            "isActive": True,
        } | changes

    async def make(self, **changes: object) -> dict[str, Any]:
        answer = await self.http.post("/webhook/custom", json=self.form(**changes))
        assert answer.status_code == 201, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def one(self, webhook_id: str) -> dict[str, Any]:
        listed = (await self.http.get("/webhook")).json()
        return next(hook for hook in listed if hook["_id"] == webhook_id)

    async def change(self, webhook_id: str, **changes: object) -> dict[str, Any]:
        answer = await self.http.patch(f"/webhook/{webhook_id}", json=changes)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def new_group(self, name: str) -> None:
        """Something that happens in the account."""
        answer = await self.http.post(GROUPS, json={"name": name})
        assert answer.status_code == 201, answer.text

    async def happens(self, *names: str) -> None:
        for name in names:
            await self.new_group(name)
        await self.run_jobs()

    async def later(self, **time: float) -> None:
        """As after that time: what is due again is sent. The user who reads has signed in again."""
        clock.advance_clock(timedelta(**time))
        await enqueue_due_webhooks(self._context)
        await self.run_jobs()
        admin = await self._world.sign_in(self.admin.id, self.admin.tenant_id, self.admin.email)
        self.http = admin.browser

    async def log(self, webhook_id: str, **query: str | int) -> dict[str, Any]:
        answer = await self.http.get("/webhook/logs/", params={"id": webhook_id, **query})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def rows(self, webhook_id: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = (await self.log(webhook_id, limit=100))["rows"]
        return found
