"""Invite links: their owner, roles and expiry; joining by one is in tests/identity."""

from datetime import datetime, timedelta
from uuid import UUID

import pytest

from gatehouse.kit import clock
from gatehouse.kit.crypto import token_hash
from tests.audit_log import audit_entries
from tests.directory.test_invite import role_id
from tests.world import Db, Person, World

INVITES = "/identity/resources/tenants/invites"
LINK = f"{INVITES}/v1/user"
VERIFY = f"{INVITES}/v1/verify"
NAMES = {
    "id", "vendorId", "tenantId", "userId", "token", "url", "expires", "shouldSendEmail", "roleIds"
}  # fmt: skip


@pytest.fixture
async def admin(world: World) -> Person:
    return await world.person("Admin")


async def make(who: Person, **body: object) -> dict[str, object]:
    answer = await who.browser.post(LINK, json=body)
    assert answer.status_code == 201, answer.text
    made: dict[str, object] = answer.json()
    return made


async def test_without_a_link_there_is_none(admin: Person):
    configuration = await admin.browser.get(f"{INVITES}/v1/configuration")
    assert configuration.json() == {"tenantInvitationsAllowed": True, "emailsEnabled": True}
    browser = admin.browser
    for none in (
        await browser.get(LINK),
        await browser.delete(LINK),
        await browser.patch(LINK, json={}),
    ):
        assert (none.status_code, none.json()["errorCode"]) == (404, "invites.not_found")


@pytest.mark.parametrize("version", ["v1", "v2"])
async def test_a_link_lasts_30_days_unless_told_otherwise(admin: Person, db: Db, version: str):
    answer = await admin.browser.post(f"{INVITES}/{version}/user", json={})
    made = answer.json()
    assert (answer.status_code, set(made)) == (201, NAMES)
    assert made["tenantId"] == str(admin.tenant_id)
    assert made["userId"] == str(admin.id)
    assert (made["shouldSendEmail"], made["roleIds"]) == (False, [])
    assert made["url"].endswith(f"/account/sign-up?invitationToken={made['token']}")
    lasts = datetime.fromisoformat(made["expires"]) - clock.now()
    assert timedelta(0) <= timedelta(minutes=43_200) - lasts < timedelta(minutes=1)
    assert (await admin.browser.get(LINK)).json() == made
    stored = await db.connection.fetchrow(
        "select * from invite_links where tenant_id = $1", admin.tenant_id
    )
    assert made["token"].encode() not in stored["sealed_token"]
    assert stored["token_hash"] == token_hash(made["token"])


async def test_the_next_link_ends_the_one_before(admin: Person):
    first, second = await make(admin), await make(admin, shouldSendEmail=True, expiresInMinutes=60)
    assert first["token"] != second["token"]
    assert first["id"] != second["id"]
    dead = await admin.browser.post(VERIFY, json={"token": first["token"]})
    assert (dead.status_code, dead.json()["errorCode"]) == (404, "invitations.link_over")
    alive = await admin.browser.post(VERIFY, json={"token": second["token"]})
    assert alive.json() == {
        "name": "Acme",
        "tenantId": str(admin.tenant_id),
        "inviterName": "Pat Doe",
        "inviterEmail": admin.email,
    }
    assert (await admin.browser.get(LINK)).json() == second


async def test_a_change_keeps_the_rest(admin: Person):
    editor = await role_id(admin, "Editor")
    made = await make(admin, roleIds=[editor], shouldSendEmail=True)
    changed = await admin.browser.patch(LINK, json={"expiresInMinutes": 60})
    assert changed.status_code == 200
    assert changed.json()["expires"] < made["expires"]
    assert {**changed.json(), "expires": made["expires"]} == made
    off = (await admin.browser.patch(LINK, json={"shouldSendEmail": False, "roleIds": []})).json()
    assert (off["shouldSendEmail"], off["roleIds"]) == (False, [])
    assert (off["token"], off["expires"]) == (made["token"], changed.json()["expires"])


async def test_a_deleted_link_is_gone(admin: Person, world: World):
    made = await make(admin)
    assert (await admin.browser.delete(LINK)).status_code == 200
    assert (await admin.browser.get(LINK)).status_code == 404
    assert (await admin.browser.post(VERIFY, json={"token": made["token"]})).status_code == 404
    told = await audit_entries(world, admin.tenant_id)
    assert [row["action"] for row in told] == ["invite_link.created", "invite_link.deleted"]


async def test_an_expired_link_is_none(admin: Person, run_jobs):
    made = await make(admin, expiresInMinutes=60)
    clock.advance_clock(timedelta(minutes=61))
    assert (await admin.browser.get(LINK)).status_code == 404
    assert (await admin.browser.patch(LINK, json={"expiresInMinutes": 60})).status_code == 404
    assert (await admin.browser.post(VERIFY, json={"token": made["token"]})).status_code == 404


async def test_each_has_a_link_of_their_own(world: World, admin: Person):
    colleague = await world.person("Admin", tenant_id=admin.tenant_id)
    stranger = await world.person("Admin")
    made = await make(admin)
    for other in (colleague, stranger):
        assert (await other.browser.get(LINK)).status_code == 404
        assert (await other.browser.delete(LINK)).status_code == 404
    assert (await admin.browser.get(LINK)).json() == made


@pytest.mark.parametrize(
    "body",
    [
        {"expiresInMinutes": 0},
        {"expiresInMinutes": 525_601},
        {"expiresInMinutes": "soon"},
        {"roleIds": ["x"]},
        {"shouldSendEmail": "perhaps"},
    ],
)
async def test_what_makes_no_sense_is_refused(admin: Person, body: dict[str, object]):
    assert (await admin.browser.post(LINK, json=body)).status_code == 400
    assert (await admin.browser.get(LINK)).status_code == 404


async def test_no_user_gives_by_a_link_what_they_lack(world: World, admin: Person):
    editor = await world.person("Editor", tenant_id=admin.tenant_id)
    top = await role_id(admin, "Admin")
    refused = await editor.browser.post(LINK, json={"roleIds": [top]})
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "roles.beyond_own")
    await make(editor)
    refused = await editor.browser.patch(LINK, json={"roleIds": [top]})
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "roles.beyond_own")
    unknown = await admin.browser.post(LINK, json={"roleIds": [str(UUID(int=7))]})
    assert (unknown.status_code, unknown.json()["errorCode"]) == (404, "roles.not_found")


async def test_a_reader_makes_no_invite_link(world: World):
    reader = await world.person("ReadOnly")
    assert (await reader.browser.get(LINK)).status_code == 404
    assert (await reader.browser.post(LINK, json={})).status_code == 403
    assert (await reader.browser.delete(LINK)).status_code == 403
