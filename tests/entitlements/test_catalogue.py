"""Features, flags and plans: what the vendor's backends and its document write."""

from datetime import timedelta
from uuid import uuid4

import pytest

from gatehouse.configuration.service import apply_document, show_document
from gatehouse.kit import clock
from gatehouse.kit.db import Database
from gatehouse.vendor.document.plan import DocumentRefused
from tests.backend import new_backend
from tests.entitlements.seller import FEATURES, FLAGS, PLANS, Seller
from tests.plans.recorded import recording
from tests.world import World


async def test_a_feature_is_made_changed_and_deleted(seller: Seller):
    made = await seller.feature("exports", metadata='{"tier": 2}', description="CSV")
    assert made["metadata"] == {"tier": 2}
    path = f"{FEATURES}/{made['id']}"
    change = {"name": "Export", "permissions": ["fe.secure.read.users"]}
    changed = await seller.ask("PATCH", path, json=change)
    assert (changed.status_code, changed.content) == (200, b"")
    params = {"featureKeys": "exports", "hasFeatureFlag": "false"}
    [seen] = (await seller.ask("GET", FEATURES, params=params)).json()["items"]
    assert (seen["name"], seen["permissions"]) == ("Export", ["fe.secure.read.users"])
    assert seen["description"] == "CSV"
    assert (await seller.ask("DELETE", path)).status_code == 200
    assert (await seller.ask("GET", FEATURES)).json() == {"items": [], "hasNext": False}


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"key": "exports"}, 409, "entitlements.feature_key_taken"),
        ({"key": "x y"}, 400, "vendor.document_refused"),
        ({"key": "other", "permissions": ["no.such"]}, 400, "vendor.document_refused"),
        ({"key": "other", "metadata": "[1]"}, 400, None),
        ({"key": ""}, 400, None),
    ],
)
async def test_what_cannot_be_a_feature_changes_nothing(seller: Seller, body, status, code):
    await seller.feature("exports")
    refused = await seller.ask("POST", FEATURES, json={"name": "Other", **body})
    assert refused.status_code == status
    assert code in (None, refused.json()["errorCode"])
    keys = [one["key"] for one in (await seller.ask("GET", FEATURES)).json()["items"]]
    assert keys == ["exports"]


async def test_a_permission_is_named_by_key_or_id(seller: Seller):
    permissions = await seller.ask("GET", "/identity/resources/permissions/v1")
    one = next(one for one in permissions.json() if one["key"] == "fe.secure.read.users")
    body = {"key": "a", "name": "A", "permissions": [{"permissionId": one["id"]}]}
    made = await seller.ask("POST", FEATURES.replace("v1", "v2"), json=body)
    assert made.json()["permissions"] == ["fe.secure.read.users"]
    nothing = {**body, "key": "b", "permissions": [{}]}
    refused = await seller.ask("POST", FEATURES.replace("v1", "v2"), json=nothing)
    assert refused.status_code == 400


async def test_a_flag_is_of_one_feature(seller: Seller):
    feature = await seller.feature("beta")
    body = {
        "name": "Beta",
        "on": True,
        "offTreatment": "false",
        "defaultTreatment": "true",
        "featureId": feature["id"],
    }
    flag = await seller.post(FLAGS, **body)
    assert flag["feature"]["key"] == "beta"
    again = await seller.ask("POST", FLAGS, json=body)
    assert (again.status_code, again.json()["errorCode"]) == (409, "entitlements.flag_exists")
    path = f"{FLAGS}/{flag['id']}"
    assert "metadata" not in flag
    noted = (await seller.ask("PATCH", path, json={"metadata": '{"ring": [2]}'})).json()
    assert noted["metadata"] == '{"ring":[2]}'
    changed = (await seller.ask("PATCH", path, json={"on": False})).json()
    assert (changed["on"], changed["defaultTreatment"], changed["id"]) == (
        False,
        "true",
        flag["id"],
    )
    params = {"filter": "BET"}
    [seen] = (await seller.ask("GET", FLAGS, params=params)).json()["items"]
    assert seen["id"] == flag["id"]
    assert (await seller.ask("DELETE", path)).status_code == 200
    assert (await seller.ask("GET", path)).status_code == 404
    [left] = (await seller.ask("GET", FEATURES)).json()["items"]
    assert "featureFlag" not in left


async def test_features_go_into_plans_and_out(seller: Seller):
    exports, search = await seller.feature("exports"), await seller.feature("search")
    plan = await seller.plan("Teams & more", "exports")
    assert (plan["key"], plan["featureKeys"]) == ("teams-more", ["exports"])
    path = f"{PLANS}/{plan['id']}"
    link = {"featuresIds": [search["id"], exports["id"]]}
    assert (await seller.ask("PATCH", f"{path}/features/link", json=link)).status_code == 200
    inside = (await seller.ask("GET", f"{path}/features")).json()["items"]
    assert [one["key"] for one in inside] == ["exports", "search"]
    gone = {"featuresIds": [exports["id"]]}
    assert (await seller.ask("PATCH", f"{path}/features/unlink", json=gone)).status_code == 200
    assert (await seller.ask("GET", path)).json()["featureKeys"] == ["search"]
    held = await seller.ask("DELETE", f"{FEATURES}/{search['id']}")
    assert held.status_code == 400
    assert "there is no feature 'search'" in held.json()["errors"][0]
    twin = await seller.plan("Teams, more")
    assert twin["key"] == "teams-more-2"
    params = {"featureIds": search["id"]}
    found = (await seller.ask("GET", PLANS, params=params)).json()["items"]
    assert [one["id"] for one in found] == [plan["id"]]


async def test_the_plans_of_an_account(seller: Seller, world: World):
    who = await world.person()
    held, _ = await seller.plan("Held"), await seller.plan("Other")
    await seller.give(held, who)
    path = f"{PLANS}/tenant/{who.tenant_id}"
    assert len((await seller.ask("GET", path)).json()["items"]) == 2
    params = {"excludeNonEntitledPlans": "true"}
    [seen] = (await seller.ask("GET", path, params=params)).json()["items"]
    assert seen["name"] == "Held"
    await seller.give(held, who, expirationDate=(clock.now() - timedelta(days=1)).isoformat())
    assert (await seller.ask("GET", path, params=params)).json()["items"] == []


async def test_many_features_are_linked_at_once_with_as_few_questions(seller: Seller):
    plan = await seller.plan("Wide")
    made = [await seller.feature(f"wide-{number}") for number in range(12)]
    path = f"{PLANS}/{plan['id']}/features/link"
    asked = []
    for ids in ([made[0]["id"]], [one["id"] for one in made]):
        with recording() as statements:
            answer = await seller.ask("PATCH", path, json={"featuresIds": ids})
        assert answer.status_code == 200, answer.text
        asked.append(len(statements))
    assert asked[1] <= asked[0] + 2
    refused = await seller.ask("PATCH", path, json={"featuresIds": [str(uuid4())]})
    assert refused.status_code == 404
    found = (await seller.ask("GET", f"{PLANS}/{plan['id']}")).json()
    assert len(found["features"]) == 12


async def test_the_document_says_the_same_and_applied_again_changes_nothing(
    seller: Seller, world: World
):
    database = world.resources[Database]
    await apply_document(
        database,
        """
        [features.exports]
        name = "Exports"
        permissions = ["fe.secure.read.users"]
        [features.exports.flag]
        on = true
        default_treatment = false
        [[features.exports.flag.rules]]
        treatment = true
        conditions = [{ attribute = "jwt.plan", op = "matches", value = { string = "^pro-[0-9]+$" } }]
        [plans.teams]
        name = "Teams"
        features = ["exports"]
        license_types = ["teams"]
        """,
    )
    shown = await show_document(database)
    assert await apply_document(database, shown) == []
    [flag] = (await seller.ask("GET", FLAGS)).json()["items"]
    assert flag["rules"][0]["conditions"][0]["attributeType"] == "frontegg"
    with pytest.raises(DocumentRefused, match="there is no feature 'nothing'"):
        await apply_document(database, '[plans.teams]\nfeatures = ["nothing"]')


async def test_plans_come_with_their_features_and_by_who_has_them(seller: Seller, world: World):
    person = await world.person()
    feature = await seller.feature("exports", permissions=["fe.secure.read.users"])
    sold, other = await seller.plan("Sold", "exports"), await seller.plan("Other")
    told = {name: feature[name] for name in ("id", "name", "key", "permissions")}
    assert (sold["features"], other["features"]) == ([told], [])
    assert (await seller.ask("GET", f"{PLANS}/{sold['id']}")).json()["features"] == [told]
    await seller.give(sold, person, userId=str(person.id))

    async def found(**query: object) -> list[str]:
        answer = await seller.ask("GET", PLANS, params=query)
        return [one["name"] for one in answer.json()["items"]]

    assert await found(userIds=[str(person.id)]) == ["Sold"]
    assert await found(tenantIds=[str(person.tenant_id)]) == ["Sold"]
    assert await found(tenantIds=[str(person.id)]) == []
    assert set(await found()) >= {"Sold", "Other"}


@pytest.mark.parametrize(("method", "path"), [("POST", FEATURES), ("POST", PLANS), ("POST", FLAGS)])
async def test_who_may_only_read_writes_nothing(world: World, seller: Seller, method, path):
    reader = await new_backend(world, ["vendor.read.*"])
    assert (await reader.http.get(path)).status_code == 200
    assert (await reader.http.request(method, path, json={})).status_code in (400, 403)
    feature = {"key": "exports", "name": "Exports"}
    refused = await reader.http.post(FEATURES, json=feature)
    assert refused.status_code == 403
