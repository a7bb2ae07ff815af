"""Who may use what, as their browser and the vendor's backends are told."""

import asyncio
from datetime import datetime, timedelta
from uuid import uuid4

import pytest

from gatehouse.entitlements import queries
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Db, Scope
from tests.entitlements.seller import ALL, ENTITLEMENTS, MINE, OFFSET, Seller
from tests.identity.signup_steps import new_address, sign_up_and_activate
from tests.world import World

CONDITION = {
    "attribute": "frontegg.email",
    "negate": False,
    "op": "ends_with",
    "value": {"list": ["@acme.com"]},
}
RULE = {
    "description": "",
    "conditionLogic": "and",
    "treatment": "true",
    "conditions": [{**CONDITION, "attributeType": "frontegg"}],
}


async def test_a_plan_that_is_given_opens_its_features_until_it_ends(seller: Seller, world: World):
    await seller.feature("exports", permissions=["fe.secure.read.users"])
    await seller.feature("search")
    plan = await seller.plan("Teams", "exports")
    who, other = await world.person(), await world.person()
    assert (await seller.seen_by(who))["features"]["exports"] == {
        "planIds": [],
        "expireTime": None,
        "linkedPermissions": ["fe.secure.read.users"],
        "featureFlag": None,
    }
    end = clock.now() + timedelta(days=3)
    given = await seller.give(plan, who, expirationDate=end.isoformat())
    seen = (await seller.seen_by(who))["features"]
    assert seen["exports"]["expireTime"] == int(end.timestamp() * 1000)
    assert seen["search"]["expireTime"] is None
    assert (await seller.seen_by(other))["features"]["exports"]["expireTime"] is None
    answer = await seller.ask("PATCH", f"{ENTITLEMENTS}/{given['id']}", json={})
    assert "expirationDate" not in answer.json()
    assert (await seller.seen_by(who))["features"]["exports"]["expireTime"] == -1
    assert (await seller.ask("DELETE", f"{ENTITLEMENTS}/{given['id']}")).status_code == 200
    assert (await seller.seen_by(who))["features"]["exports"]["expireTime"] is None


async def test_what_one_person_is_given_is_theirs_alone(seller: Seller, world: World):
    await seller.feature("exports")
    plan = await seller.plan("Teams", "exports")
    who = await world.person()
    colleague = await world.person(tenant_id=who.tenant_id)
    await seller.give(plan, who, userId=str(who.id))
    assert (await seller.seen_by(who))["features"]["exports"]["expireTime"] == -1
    assert (await seller.seen_by(colleague))["features"]["exports"]["expireTime"] is None
    stranger = await world.person()
    body = {"planId": plan["id"], "tenantId": str(who.tenant_id), "userId": str(stranger.id)}
    refused = await seller.ask("POST", ENTITLEMENTS, json=body)
    assert (refused.status_code, refused.json()["errorCode"]) == (
        404,
        "entitlements.holder_not_found",
    )


async def test_the_longest_of_several_counts(seller: Seller, world: World):
    await seller.feature("exports")
    who = await world.person()
    ends = [clock.now() + timedelta(days=days) for days in (5, 2)]
    for name, end in zip(("Five", "Two"), ends, strict=True):
        plan = await seller.plan(name, "exports")
        await seller.give(plan, who, expirationDate=end.isoformat())
    seen = await seller.seen_by(who)
    assert seen["features"]["exports"]["expireTime"] == int(ends[0].timestamp() * 1000)


async def test_what_ended_long_ago_is_not_for_good(seller: Seller, world: World):
    """A millisecond before 1970 is written as what stands for no end."""
    await seller.feature("exports")
    plan, who = await seller.plan("Pro", "exports"), await world.person()
    await seller.give(plan, who, expirationDate="1969-12-31T23:59:59.999Z")
    assert (await seller.seen_by(who))["features"]["exports"]["expireTime"] == 0


@pytest.mark.parametrize("end", [-1, 0, 1.5, "-1", "1790000000"])
async def test_a_number_is_no_end_of_an_entitlement(seller: Seller, world: World, end: object):
    await seller.feature("exports")
    plan, who = await seller.plan("Pro", "exports"), await world.person()
    body: dict[str, object] = {"planId": plan["id"], "tenantId": str(who.tenant_id)}
    body["expirationDate"] = end
    answer = await seller.ask("POST", ENTITLEMENTS, json=body)
    assert answer.status_code == 400, answer.text
    assert (await seller.seen_by(who))["features"]["exports"]["planIds"] == []


async def test_given_again_its_end_is_the_new_one(seller: Seller, world: World):
    await seller.feature("exports")
    plan = await seller.plan("Trial", "exports", defaultTimeLimitation=14)
    who = await world.person()
    first = await seller.give(plan, who)
    assert first["expirationDate"][:10] == (clock.now() + timedelta(days=14)).date().isoformat()
    again = await seller.give(plan, who, expirationDate="2099-01-01T00:00:00Z")
    assert (again["id"], again["expirationDate"]) == (first["id"], "2099-01-01T00:00:00Z")


async def test_flags_and_targeted_plans_reach_the_browser_as_they_are(seller: Seller, world: World):
    feature = await seller.feature("beta")
    flag = {"name": "Beta", "on": True, "offTreatment": "false", "defaultTreatment": "false"}
    await seller.post(
        "/entitlements/resources/feature-flags/v1", **flag, featureId=feature["id"], rules=[RULE]
    )
    plan = await seller.plan("Friends", "beta", rules=[RULE])
    seen = await seller.seen_by(await world.person())
    rule = {
        "conditionLogic": "and",
        "treatment": "true",
        "conditions": [CONDITION],
    }
    assert seen["features"]["beta"] == {
        "planIds": [plan["id"]],
        "expireTime": None,
        "linkedPermissions": [],
        "featureFlag": {
            "on": True,
            "offTreatment": "false",
            "defaultTreatment": "false",
            "rules": [rule],
        },
    }
    assert seen["plans"] == {plan["id"]: {"defaultTreatment": "false", "rules": [rule]}}


async def test_every_new_account_is_given_what_the_vendor_says(
    seller: Seller, world: World, asgi, run_jobs
):
    plan = await seller.plan("Welcome", assignOnSignup=True, defaultTimeLimitation=30)
    _, tenant_id = await sign_up_and_activate(asgi, world, run_jobs, new_address())
    await run_jobs()
    params = {"tenantIds": str(tenant_id)}
    [given] = (await seller.ask("GET", ENTITLEMENTS, params=params)).json()["items"]
    assert given["planId"] == plan["id"]
    assert given["expirationDate"][:10] == (clock.now() + timedelta(days=30)).date().isoformat()


async def test_the_vendors_backends_read_the_same_entitlements(seller: Seller, world: World):
    feature = await seller.feature("exports", permissions=["fe.secure.read.users"])
    plan = await seller.plan("Teams", "exports", defaultTreatment="false", rules=[RULE])
    who = await world.person()
    before = await seller.offset()
    await seller.give(plan, who, userId=str(who.id))
    answer = (await seller.ask("GET", ALL)).json()
    assert answer["snapshotOffset"] == await seller.offset() != before
    assert answer["data"]["features"] == [[feature["id"], "exports", ["fe.secure.read.users"]]]
    [bundle] = answer["data"]["featureBundles"]
    assert bundle[:3] == [plan["id"], [feature["id"]], "false"]
    assert bundle[3][0]["conditions"][0]["attribute"] == "frontegg.email"
    mine = [one for one in answer["data"]["entitlements"] if one[1] == str(who.tenant_id)]
    assert mine == [[plan["id"], str(who.tenant_id), str(who.id), None]]


async def test_the_number_of_changes_stays_few_rows(seller: Seller, world: World, run_jobs):
    plan = await seller.plan("Teams")
    who = await world.person()
    for _ in range(3):
        await seller.give(plan, who)
    before = await seller.offset()
    async with world.resources[Database].transaction(Scope.system()) as db:
        await queries.FOLD.run(db)
        assert await db.connection.fetchval("select count(*) from entitlement_changes") == 1
    assert await seller.offset() == before
    await seller.give(plan, who)
    assert await seller.offset() > before


async def test_a_member_who_leaves_keeps_no_entitlement(seller: Seller, world: World):
    admin = await world.person("Admin")
    who = await world.person(tenant_id=admin.tenant_id)
    plan = await seller.plan("Teams")
    given = await seller.give(plan, who, userId=str(who.id))
    gone = await admin.browser.delete(f"/identity/resources/users/v1/{who.id}")
    assert gone.status_code == 200
    assert (await seller.ask("GET", f"{ENTITLEMENTS}/{given['id']}")).status_code == 404


@pytest.mark.parametrize("path", [ALL, OFFSET, ENTITLEMENTS])
async def test_people_read_only_their_own(world: World, path: str):
    admin = await world.person("Admin")
    assert (await admin.browser.get(path)).status_code == 401
    assert (await admin.browser.get(MINE)).status_code == 200


async def test_all_or_none_in_a_batch(seller: Seller, world: World):
    plan = await seller.plan("Teams")
    who = await world.person()
    good = {"planId": plan["id"], "tenantId": str(who.tenant_id)}
    refused = await seller.ask(
        "POST",
        f"{ENTITLEMENTS}/batch",
        json={"entitlements": [good, {**good, "tenantId": str(uuid4())}]},
    )
    assert refused.status_code == 404
    page = await seller.ask("GET", ENTITLEMENTS, params={"tenantIds": str(who.tenant_id)})
    assert page.json() == {"items": [], "hasNext": False}
    made = await seller.post(f"{ENTITLEMENTS}/batch", entitlements=[good])
    [one] = made["entitlementIds"]
    both = {"params": {"ids": [one, str(uuid4())]}}
    assert (await seller.ask("DELETE", f"{ENTITLEMENTS}/batch", **both)).status_code == 404
    end = "2099-01-01T00:00:00Z"
    changes = {"entitlements": [{"id": one, "expirationDate": end}]}
    changed = await seller.ask("PATCH", f"{ENTITLEMENTS}/batch", json=changes)
    assert changed.status_code == 200
    params = {"tenantIds": str(who.tenant_id), "withRelations": "true", "assignLevel": "TENANT"}
    [seen] = (await seller.ask("GET", ENTITLEMENTS, params=params)).json()["items"]
    assert (seen["expirationDate"], seen["plan"]["name"]) == (end, "Teams")


async def test_two_batches_that_name_the_same_wait_in_no_ring(seller: Seller, world: World):
    """In any order of two backends: all are done, and no call is told to repeat."""
    plans = [await seller.plan(name) for name in ("Teams", "Gold", "Solo")]
    who = await world.person()
    new = [{"planId": one["id"], "tenantId": str(who.tenant_id)} for one in plans]
    for _ in range(6):
        both = [new, new[::-1]] * 2
        given = await asyncio.gather(*[
            seller.post(f"{ENTITLEMENTS}/batch", entitlements=one) for one in both
        ])  # fmt: skip
        ids = given[0]["entitlementIds"]
        assert [one["entitlementIds"] for one in given] == [ids, ids[::-1]] * 2
        changes = [{"id": one, "expirationDate": "2099-01-01T00:00:00Z"} for one in ids]
        await asyncio.gather(*[
            seller.post(f"{ENTITLEMENTS}/batch-actions", createActions=made, updateActions=changed)
            for made, changed in ((new, changes), (new[::-1], changes[::-1]), ([], changes[::-1]))
        ])  # fmt: skip
        await seller.post(f"{ENTITLEMENTS}/batch-actions", deleteActions=ids)


async def test_the_list_has_pages_and_an_order(seller: Seller, world: World):
    plan = await seller.plan("Teams")
    ids = []
    for day in (3, 1, 2):
        who = await world.person()
        given = await seller.give(plan, who, expirationDate=f"2099-01-0{day}T00:00:00Z")
        ids.append(given["id"])
    params = {"planId": plan["id"], "orderBy": "expirationDate", "sortType": "DESC", "limit": 2}
    first = (await seller.ask("GET", ENTITLEMENTS, params=params)).json()
    assert [one["id"] for one in first["items"]] == [ids[0], ids[2]]
    assert first["hasNext"] is True
    last = (await seller.ask("GET", ENTITLEMENTS, params={**params, "offset": 2})).json()
    assert ([one["id"] for one in last["items"]], last["hasNext"]) == ([ids[1]], False)


async def test_a_license_has_its_plan_for_as_long_as_it_is_paid(
    seller: Seller, world: World, db: Db
):
    admin = await world.person("Admin")
    await admin.browser.post("/api/v1/organization", json={"name": "Acme"})
    [trial] = (await admin.browser.get("/api/v1/licenses")).json()
    await seller.feature("exports")
    await seller.plan("Teams", "exports", licenseTypes=[trial["licenseType"]])
    end = datetime.fromisoformat(trial["validTo"])
    seen = (await seller.seen_by(admin))["features"]["exports"]
    assert seen["expireTime"] == int(end.timestamp() * 1000)
    other = await world.person("Admin")
    assert (await seller.seen_by(other))["features"]["exports"]["expireTime"] is None
    before = await seller.offset()
    await db.connection.execute(
        "update licenses set suspended_at = now() where tenant_id = $1", admin.tenant_id
    )
    assert (await seller.seen_by(admin))["features"]["exports"]["expireTime"] is None
    assert await seller.offset() > before
