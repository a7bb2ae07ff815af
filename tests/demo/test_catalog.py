"""What the demo's catalog is filled with, at each start."""

from gatehouse.demo import queries
from gatehouse.demo.catalog import create_demo_catalog
from gatehouse.kit import clock
from gatehouse.kit.db import Database
from tests.backend import restored_backend
from tests.world import Db, World

ENTITLEMENTS = "/entitlements/resources"
TARGETING = "/identity/resources/configurations/v1/jwt-template-targeting"


async def test_the_catalog_is_filled_once(world: World):
    await world.tenant("Acme Labs")
    async with restored_backend(world) as backend:
        for key in ("team", "business"):
            await world.configure(queries.ADD_PLAN.sql, key, key, "", None, None, clock.now())
        await world.configure(
            "insert into applications (key, name, created_at, updated_at)"
            " values ('analytics', 'Analytics', now(), now())"
        )
        try:
            for _ in range(2):
                await create_demo_catalog(world.resources[Database])
            features = (await backend.http.get(f"{ENTITLEMENTS}/features/v1")).json()["items"]
            assert len(features) == 4
            flags = (await backend.http.get(f"{ENTITLEMENTS}/feature-flags/v1")).json()["items"]
            assert [flag["name"] for flag in flags] == ["Beta of report summaries"]
            plans = (await backend.http.get(f"{ENTITLEMENTS}/plans/v1")).json()["items"]
            bundles = {plan["key"]: len(plan["features"]) for plan in plans}
            assert (bundles["team"], bundles["business"]) == (2, 3)
            granted = (await backend.http.get(f"{ENTITLEMENTS}/entitlements/v2")).json()["items"]
            assert len(granted) == 1
            rules = (await backend.http.get(TARGETING)).json()["targeting"]["rules"]
            assert [rule["treatment"] for rule in rules] == ["reporting"]
        finally:
            await world.configure("delete from jwt_targeting")
            await world.configure("delete from jwt_templates where key = 'reporting'")


async def test_a_granted_plan_needs_the_member_that_it_is_for(world: World, db: Db):
    """Without that member the plan is not granted to the whole tenant instead."""
    tenant_id = await world.tenant("Acme Holders")
    found = await queries.FIND_HOLDER.first(db, "Acme Holders", None)
    assert found == queries.PlanHolder(tenant_id, None)
    assert await queries.FIND_HOLDER.first(db, "Acme Holders", "absent@acme.test") is None
