"""The vendor, who sells features."""

from dataclasses import dataclass
from typing import Any

import httpx

from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.backend import Backend
from tests.world import Person

RESOURCES = "/entitlements/resources"
FEATURES = f"{RESOURCES}/features/v1"
FLAGS = f"{RESOURCES}/feature-flags/v1"
PLANS = f"{RESOURCES}/plans/v1"
ENTITLEMENTS = f"{RESOURCES}/entitlements/v2"
MINE = "/entitlements/api/v2/user-entitlements"
ALL = "/entitlements/api/v1/vendor-entitlements"
OFFSET = f"{ALL}-snapshot-offset"


@dataclass(frozen=True)
class Seller:
    backend: Backend
    configuration: VendorConfiguration

    async def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        return await self.backend.http.request(method, path, **options)

    async def post(self, path: str, **body: Any) -> dict[str, Any]:
        answer = await self.ask("POST", path, json=body)
        assert answer.status_code == 200, answer.text
        made: dict[str, Any] = answer.json()
        return made

    async def feature(self, key: str, **more: Any) -> dict[str, Any]:
        return await self.post(FEATURES, key=key, name=key.title(), **more)

    async def plan(self, name: str, *features: str, **more: Any) -> dict[str, Any]:
        return await self.post(PLANS, name=name, featureKeys=list(features), **more)

    async def give(self, plan: dict[str, Any], who: Person, **more: Any) -> dict[str, Any]:
        body = {"planId": plan["id"], "tenantId": str(who.tenant_id), **more}
        return await self.post(ENTITLEMENTS, **body)

    async def seen_by(self, who: Person) -> dict[str, Any]:
        """What the browser of a user loads, once every process has heard."""
        await self.configuration.load()
        answer = await who.browser.get(MINE)
        assert answer.status_code == 200, answer.text
        seen: dict[str, Any] = answer.json()
        return seen

    async def offset(self) -> int:
        offset: int = (await self.ask("GET", OFFSET)).json()["snapshotOffset"]
        return offset
