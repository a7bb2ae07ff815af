"""Invite links that the vendor's backends make, list and end."""

from uuid import uuid4

from tests.backend import new_backend
from tests.identity.passwordless_steps import refusal
from tests.identity.signup_steps import SIGN_UP, form, new_address, stranger
from tests.vendor_view import members_of

INVITES = "/identity/resources/tenants/invites/v1"


async def test_a_link_of_a_member_leads_into_their_account(backend, asgi, world):
    admin = await world.person("Admin")
    wish = {"tenantId": str(admin.tenant_id), "userId": str(admin.id), "expiresInMinutes": 60}
    made = await backend.post(INVITES, json=wish)
    assert made.status_code == 201, made.text
    link = made.json()
    assert (link["tenantId"], link["userId"]) == (wish["tenantId"], wish["userId"])
    assert (await admin.browser.get(f"{INVITES}/user")).json()["id"] == link["id"]
    listed = (await backend.get(f"{INVITES}/all")).json()
    assert [one["token"] for one in listed if one["id"] == link["id"]] == [link["token"]]
    assert len((await backend.get(f"{INVITES}/all", params={"_limit": 1})).json()) == 1
    async with stranger(asgi) as browser:
        body = form(new_address(), invitationToken=link["token"])
        assert (await browser.post(SIGN_UP, json=body)).status_code == 201
    assert len(await members_of(world, admin.tenant_id)) == 2
    ended = await backend.delete(f"{INVITES}/token/{link['id']}")
    assert ended.status_code == 200
    again = await backend.delete(f"{INVITES}/token/{link['id']}")
    assert refusal(again) == (404, "invites.not_found")
    async with stranger(asgi) as browser:
        body = form(new_address(), invitationToken=link["token"])
        assert refusal(await browser.post(SIGN_UP, json=body)) == (400, "ER-01061")


async def test_a_link_is_worth_what_its_maker_may_do(backend, asgi, world):
    weak, other = await world.person("ReadOnly"), await world.person("Admin")
    wish = {"tenantId": str(weak.tenant_id), "userId": str(weak.id)}
    token = (await backend.post(INVITES, json=wish)).json()["token"]
    async with stranger(asgi) as browser:
        body = form(new_address(), invitationToken=token)
        assert refusal(await browser.post(SIGN_UP, json=body)) == (400, "ER-01061")
    for change, said in (
        ({"userId": str(other.id)}, (404, "members.not_found")),
        ({"userId": None}, (400, "invites.maker_needed")),
        ({"tenantId": str(uuid4())}, (404, "tenants.not_found")),
        ({"roleIds": [str(uuid4())]}, (404, "roles.not_found")),
    ):
        assert refusal(await backend.post(INVITES, json={**wish, **change})) == said


async def test_who_may_only_read_gets_no_way_in(backend, world):
    """Read-only staff and finance would join any account with the roles of a link."""
    admin = await world.person("Admin")
    wish = {"tenantId": str(admin.tenant_id), "userId": str(admin.id)}
    made = (await backend.post(INVITES, json=wish)).json()
    reader = (await new_backend(world, ["vendor.read.*"])).http
    answer = await reader.get(f"{INVITES}/all")
    [shown] = [one for one in answer.json() if one["id"] == made["id"]]
    assert (shown["token"], shown["url"]) == ("", "")
    assert made["token"] not in answer.text
    await backend.delete(f"{INVITES}/token/{made['id']}")
