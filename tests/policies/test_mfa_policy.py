"""Whether a tenant asks its people for a second factor."""

import pytest

from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.world import Person, World

POLICY = "/identity/resources/configurations/v1/mfa-policy"
DEFAULT = {
    "enforceMFAType": "DontForce", "allowRememberMyDevice": False, "mfaDeviceExpiration": 1_209_600,
}  # fmt: skip


@pytest.fixture
async def admin(world: World) -> Person:
    return await world.person("Admin")


async def test_the_first_save_gives_an_id_and_what_is_not_sent_stays(admin: Person):
    assert (await admin.browser.get(POLICY)).json() == DEFAULT
    assert (await admin.browser.get(f"{POLICY}/vendor")).json() == DEFAULT
    body = {"enforceMFAType": "Force", "allowRememberMyDevice": True, "mfaDeviceExpiration": 86_400}
    made = await admin.browser.post(POLICY, json=body)
    assert made.status_code == 201
    assert made.json().items() >= body.items()
    changed = await admin.browser.patch(
        POLICY, json={"id": made.json()["id"], "enforceMFAType": "ForceExceptSAML"}
    )
    assert changed.status_code == 200
    assert changed.json()["id"] == made.json()["id"]
    assert changed.json().items() >= {**body, "enforceMFAType": "ForceExceptSAML"}.items()
    assert (await admin.browser.get(POLICY)).json() == changed.json()
    assert (await admin.browser.get(f"{POLICY}/vendor")).json() == DEFAULT


@pytest.mark.parametrize(
    ("said", "means"), [("NEVER", "DontForce"), ("ASSIGNABLE", "DontForce"), ("ALWAYS", "Force")]
)
async def test_other_words_for_the_same(admin: Person, said: str, means: str):
    answer = await admin.browser.post(POLICY, json={"enforceMFAType": said})
    assert answer.json()["enforceMFAType"] == means


@pytest.mark.parametrize(
    "body",
    [
        [], {"enforceMFAType": "force"}, {"enforceMFAType": None}, {"enforceMFAType": 1},
        {"enforceMFAType": "Force", "mfaDeviceExpiration": 60},
        {"enforceMFAType": "Force", "mfaDeviceExpiration": 10**12},
        {"enforceMFAType": "Force", "allowRememberMyDevice": "perhaps"},
    ],
)  # fmt: skip
async def test_a_malformed_policy_is_refused(admin: Person, body: object):
    for method in ("POST", "PATCH"):
        assert (await admin.browser.request(method, POLICY, json=body)).status_code == 400
    assert (await admin.browser.get(POLICY)).json() == DEFAULT


async def test_any_of_it_is_set_alone(admin: Person):
    made = await admin.browser.post(POLICY, json={"allowRememberMyDevice": True})
    assert made.status_code == 201, made.text
    assert made.json().items() >= {**DEFAULT, "allowRememberMyDevice": True}.items()
    await admin.browser.patch(POLICY, json={"enforceMFAType": "Force"})
    changed = await admin.browser.patch(POLICY, json={"mfaDeviceExpiration": 86_400})
    expected = {
        "enforceMFAType": "Force",
        "allowRememberMyDevice": True,
        "mfaDeviceExpiration": 86_400,
    }
    assert changed.json().items() >= expected.items()


async def test_every_member_reads_the_mfa_policy_and_administrators_set_it(
    world: World, admin: Person
):
    pat = await world.person(tenant_id=admin.tenant_id)
    assert (await pat.browser.get(POLICY)).json() == DEFAULT
    refused = await pat.browser.post(POLICY, json={"enforceMFAType": "Force"})
    assert refused.json()["errorCode"] == "access.missing_permission"


async def test_the_vendors_word_holds_where_a_tenant_says_nothing(world: World, admin: Person):
    change = "update vendor set mfa_enforcement = $1, mfa_remember_device = $2"
    await world.configure(change, "Force", True)
    try:
        expected = {**DEFAULT, "enforceMFAType": "Force", "allowRememberMyDevice": True}
        assert (await admin.browser.get(POLICY)).json() == expected
        everybody = await admin.browser.get("/identity/resources/configurations/v1")
        assert everybody.json()["enforceMFAType"] == "Force"
        assert world.resources[VendorConfiguration].current.vendor.mfa_device_seconds == 1_209_600
    finally:
        await world.configure(change, "DontForce", False)
