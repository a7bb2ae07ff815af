"""The account: company details, the accounts below, and what is switched off."""

import asyncio
from uuid import uuid4

import pytest

from tests.audit_log import audit_actions
from tests.world import Person, World

SETTINGS = "/tenants/resources/account-settings/v1"
# One red pixel.
LOGO = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQ"
    "DJ/pLvAAAAAElFTkSuQmCC"
)


@pytest.fixture
async def admin(world: World) -> Person:
    return await world.person("Admin", tenant_id=await world.tenant("Acme"))


async def test_the_whole_object_goes_back_and_the_name_changes(world: World, admin: Person):
    """The body is what the client sends, its own fields and a foreign tenant id included."""
    sent = {
        "address": "1 Main St", "timezone": "Asia/Jerusalem", "dateFormat": "DD/MM/YYYY",
        "timeFormat": "HH:mm", "currency": "USD", "logo": LOGO,
        "loading": False, "error": None, "tenantId": str(uuid4()), "name": "Acme Europe",
        "website": "acme.test", "hasCustomLogin": True, "alias": None, "applicationUrl": None,
    }  # fmt: skip
    answer = await admin.browser.put(SETTINGS, json=sent)
    assert answer.status_code == 200, answer.text
    expected = {
        "tenantId": str(admin.tenant_id), "name": "Acme Europe", "website": "acme.test",
        "address": "1 Main St", "timezone": "Asia/Jerusalem", "dateFormat": "DD/MM/YYYY",
        "timeFormat": "HH:mm", "currency": "USD", "logo": answer.json()["logo"],
        "hasCustomLogin": False, "alias": "", "applicationUrl": "", "loginUrl": "",
    }  # fmt: skip
    assert answer.json()["logo"].startswith("data:image/png;base64,iVBOR")
    assert answer.json() == (await admin.browser.get(SETTINGS)).json() == expected
    assert await audit_actions(world, admin.tenant_id) == ["tenant.updated"]


async def test_what_is_missing_stays_and_a_blank_clears(admin: Person):
    """And is said to be blank: the client lays the answer over what it knew, and sends all of that back."""
    await admin.browser.put(SETTINGS, json={"address": "1 Main St", "website": "https://acme.test"})
    left = (await admin.browser.put(SETTINGS, json={"address": "", "name": None})).json()
    assert left == {
        "tenantId": str(admin.tenant_id), "name": "Acme", "website": "https://acme.test",
        "address": "", "timezone": "", "dateFormat": "", "timeFormat": "", "currency": "", "logo": "",
        "alias": "", "applicationUrl": "", "loginUrl": "", "hasCustomLogin": False,
    }  # fmt: skip
    assert left == (await admin.browser.get(SETTINGS)).json()


@pytest.mark.parametrize(
    "body",
    [{"name": ""}, {"name": "  "}, {"name": "x" * 201}, {"website": "javascript:alert(1)"},
     {"website": "https://a b"}, {"logo": "data:image/svg+xml;base64,AA=="},
     {"logo": "javascript:alert(1)"}, {"address": "nul\x00"}, {"currency": 5}, [],
     {"timezone": "Mars/Phobos"}, {"timezone": "../../etc/passwd"}, {"timezone": "GMT+25"},
     {"timezone": "Europe"}, {"currency": "XXX1"}],
)  # fmt: skip
async def test_bad_settings_are_refused_and_nothing_changes(admin: Person, body: object):
    before = (await admin.browser.get(SETTINGS)).json()
    assert (await admin.browser.put(SETTINGS, json=body)).status_code == 400
    assert (await admin.browser.get(SETTINGS)).json() == before


async def test_the_read_only_see_settings_and_change_none(world: World, admin: Person):
    reader = await world.person("ReadOnly", tenant_id=admin.tenant_id)
    assert (await reader.browser.get(SETTINGS)).status_code == 200
    refused = await reader.browser.put(SETTINGS, json={"name": "Mine"})
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "access.missing_permission")


async def test_the_public_settings_tell_that_a_tenant_exists(admin: Person, client):
    header = {"frontegg-tenant-id": str(admin.tenant_id)}
    answer = await client.get(f"{SETTINGS}/public", headers=header)
    assert (answer.status_code, answer.json()) == (200, {"tenantId": str(admin.tenant_id)})
    unknown = await client.get(f"{SETTINGS}/public", headers={"frontegg-tenant-id": str(uuid4())})
    assert unknown.status_code == (await client.get(f"{SETTINGS}/public")).status_code == 404
    assert (
        await client.get(f"{SETTINGS}/public", headers={"frontegg-tenant-id": "x/y"})
    ).status_code == 400


async def test_a_signed_in_user_reads_the_settings_of_their_account_without_naming_it(
    world: World, admin: Person
):
    """The clients send their token and no header; a token that is no good is as none."""
    await admin.browser.put(SETTINGS, json={"applicationUrl": "https://app.acme.test"})
    own = {"tenantId": str(admin.tenant_id), "applicationUrl": "https://app.acme.test"}
    assert (await admin.browser.get(f"{SETTINGS}/public")).json() == own
    other = await world.person("ReadOnly")
    named = {"frontegg-tenant-id": str(other.tenant_id)}
    answer = await admin.browser.get(f"{SETTINGS}/public", headers=named)
    assert answer.json() == {"tenantId": str(other.tenant_id)}
    bad = await admin.browser.get(f"{SETTINGS}/public", headers={"authorization": "Bearer x.y.z"})
    assert bad.status_code == 404


async def test_the_accounts_below_are_a_list(world: World, admin: Person):
    """Downwards only: a child sees neither its parent nor its siblings."""
    path = "/tenants/resources/hierarchy/v1"
    assert (await admin.browser.get(path)).json() == []
    child = await world.tenant("Child", parent=admin.tenant_id)
    await world.tenant("Sibling", parent=admin.tenant_id)
    grandchild = await world.tenant("Grandchild", parent=child)
    rows = (await admin.browser.get(path)).json()
    assert [(row["tenantName"], row["level"]) for row in rows] == [
        ("Child", 1), ("Sibling", 1), ("Grandchild", 2),
    ]  # fmt: skip
    below = await world.person("Admin", tenant_id=child)
    assert [row["tenantId"] for row in (await below.browser.get(path)).json()] == [str(grandchild)]


async def test_many_may_ask_for_the_accounts_below_at_once(world: World, admin: Person):
    """More than there are connections: a call that held one and waited for a second would never end."""
    await world.tenant("Child", parent=admin.tenant_id)
    async with asyncio.timeout(20):
        answers = await asyncio.gather(
            *(admin.browser.get("/tenants/resources/hierarchy/v1") for _ in range(40))
        )
    assert {len(answer.json()) for answer in answers} == {1}


async def test_what_is_switched_off_says_so(admin: Person):
    identity = "/identity/resources"
    configuration = await admin.browser.get(f"{identity}/tenants/invites/v1/configuration")
    assert configuration.json() == {"tenantInvitationsAllowed": True, "emailsEnabled": True}
    link = await admin.browser.get(f"{identity}/tenants/invites/v1/user")
    assert (link.status_code, link.json()["errorCode"]) == (404, "invites.not_found")


async def test_a_custom_login_that_stays_as_it_is_says_so(admin: Person):
    """To the letter, as clients read it."""
    answer = await admin.browser.put(SETTINGS, json={"alias": None, "loginUrl": ""})
    assert (answer.status_code, answer.json()["errorCode"]) == (400, "account.nothing_changed")
    assert answer.json()["errors"] == ["No changes to update"]
