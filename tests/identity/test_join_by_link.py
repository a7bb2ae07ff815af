"""Joining a tenant by an invite link: with an account, and by signing up for one."""

import asyncio
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from gatehouse.access.client import Client
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in import flow, pending
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Scope
from tests.audit_log import audit_entries
from tests.directory.test_invite import role_id
from tests.directory.test_invite_links import LINK, VERIFY, make
from tests.identity.signup_steps import (
    ACCEPT,
    ACTIVATE,
    GOOD,
    LOGIN,
    SIGN_UP,
    credentials,
    form,
    new_address,
    sign_up_and_activate,
    stranger,
)
from tests.policies.places import DOMAINS
from tests.vendor_view import get_user, get_user_by_email
from tests.world import Db, Person, World

MEMBER = "/identity/resources/users/v1/{}"
DISABLE = "/identity/resources/tenants/users/v1/{}/disable"


@pytest.fixture
async def admin(world: World) -> Person:
    return await world.person("Admin")


@pytest.fixture
async def token(admin: Person) -> str:
    return str((await make(admin))["token"])


@pytest.fixture
async def guest(asgi, world, run_jobs) -> tuple[str, UUID]:
    """Address and id of a user with an account elsewhere."""
    address = new_address()
    user_id, _ = await sign_up_and_activate(asgi, world, run_jobs, address)
    return address, user_id


async def log_in(asgi, address: str, token: str, password: str = GOOD) -> httpx.Response:
    async with stranger(asgi) as browser:
        return await browser.post(
            LOGIN, json={"email": address, "password": password, "invitationToken": token}
        )


async def own_tenant(asgi, answer: httpx.Response) -> UUID:
    async with stranger(asgi) as browser:
        bearer = {"authorization": f"Bearer {answer.json()['accessToken']}"}
        me = await browser.get("/identity/resources/users/v2/me", headers=bearer)
    return UUID(me.json()["tenantId"])


async def membership(db: Db, tenant_id: UUID, user_id: UUID) -> dict[str, Any] | None:
    row = await db.connection.fetchrow(
        "select m.activated, m.invited_by, array("
        "   select r.key from membership_roles mr join roles r on r.id = mr.role_id"
        "   where mr.tenant_id = m.tenant_id and mr.user_id = m.user_id order by r.key) as roles"
        " from memberships m where tenant_id = $1 and user_id = $2",
        tenant_id, user_id,
    )  # fmt: skip
    return dict(row) if row else None


async def test_a_user_who_signs_in_with_a_link_joins_and_enters(asgi, admin, guest, db, world):
    address, user_id = guest
    link = await make(admin, roleIds=[await role_id(admin, "Editor")])
    answer = await log_in(asgi, address, str(link["token"]))
    assert answer.status_code == 200
    assert await own_tenant(asgi, answer) == admin.tenant_id
    joined = await membership(db, admin.tenant_id, user_id)
    assert joined == {"activated": True, "invited_by": admin.id, "roles": ["Editor"]}
    [entry] = await audit_entries(world, admin.tenant_id, "user.joined_by_link")
    assert (entry["user"], entry["json"]["link_id"]) == (str(user_id), link["id"])


async def test_without_roles_the_default_ones_are_given(asgi, admin, guest, token, db):
    address, user_id = guest
    assert (await log_in(asgi, address, token)).status_code == 200
    joined = await membership(db, admin.tenant_id, user_id)
    assert joined
    assert joined["roles"] == ["ReadOnly"]
    # Once more: a member stays as they are.
    again = await log_in(asgi, address, token)
    assert await own_tenant(asgi, again) == admin.tenant_id
    assert await membership(db, admin.tenant_id, user_id) == joined


async def test_a_wrong_password_joins_nothing_and_tells_nothing(asgi, admin, guest, token, db):
    address, user_id = guest
    with_link = await log_in(asgi, address, token, "wrong password")
    without = await log_in(asgi, address, "no such link", "wrong password")
    nobody = await log_in(asgi, new_address(), token, "wrong password")
    assert with_link.status_code == without.status_code == nobody.status_code == 401
    assert with_link.json() == without.json() == nobody.json()
    assert await membership(db, admin.tenant_id, user_id) is None


async def test_a_dead_link_changes_nothing_for_who_signs_in(asgi, admin, guest, token, db):
    address, user_id = guest
    await admin.browser.delete(LINK)
    answer = await log_in(asgi, address, token)
    assert answer.status_code == 200
    assert await own_tenant(asgi, answer) != admin.tenant_id
    assert await membership(db, admin.tenant_id, user_id) is None


async def _expire(world: World, admin: Person, maker: Person, db: Db) -> None:
    clock.advance_clock(timedelta(minutes=43_201))


async def _disable(world: World, admin: Person, maker: Person, db: Db) -> None:
    assert (await admin.browser.post(DISABLE.format(maker.id))).status_code == 200


async def _disable_and_enable(world: World, admin: Person, maker: Person, db: Db) -> None:
    await _disable(world, admin, maker, db)
    enabled = await admin.browser.post(DISABLE.format(maker.id).replace("disable", "enable"))
    assert enabled.status_code == 200


async def _remove(world: World, admin: Person, maker: Person, db: Db) -> None:
    assert (await admin.browser.delete(MEMBER.format(maker.id))).status_code == 200


async def _demote(world: World, admin: Person, maker: Person, db: Db) -> None:
    roles = {"id": str(maker.id), "roleIds": [await role_id(admin, "ReadOnly")]}
    answer = await admin.browser.put("/team/resources/members/v1", json=roles)
    assert answer.status_code == 200, answer.text


async def _take_the_role(world: World, admin: Person, maker: Person, db: Db) -> None:
    """The maker may still invite, but no longer hold what the link gives."""
    roles = {"id": str(maker.id), "roleIds": [await role_id(admin, "Editor")]}
    answer = await admin.browser.put("/team/resources/members/v1", json=roles)
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize(
    "how", [_expire, _disable, _disable_and_enable, _remove, _demote, _take_the_role]
)
async def test_a_link_dies_with_what_its_maker_may_do(asgi, world, admin, guest, db, how):
    address, user_id = guest
    maker = await world.person("Admin", tenant_id=admin.tenant_id)
    token = str((await make(maker, roleIds=[await role_id(admin, "Admin")]))["token"])
    await how(world, admin, maker, db)
    assert (await maker.browser.post(VERIFY, json={"token": token})).status_code == 404
    assert (await log_in(asgi, address, token)).status_code == 200
    assert await membership(db, admin.tenant_id, user_id) is None
    async with stranger(asgi) as browser:
        refused = await browser.post(SIGN_UP, json=form(new_address(), invitationToken=token))
    assert (refused.status_code, refused.json()["errorCode"]) == (400, "ER-01061")


@pytest.mark.parametrize(
    ("company", "said"), [({"companyName": ""}, "is required"), ({}, "Field required")]
)
async def test_an_invited_user_is_not_asked_for_a_company(
    asgi, admin, token, db, world, run_jobs, company, said
):
    """The hosted platform's sign-up page then shows no field for it, and sends it empty or not at all."""
    address = new_address()
    sent = form(address, password=GOOD, invitationToken=token)
    del sent["companyName"]
    sent |= company
    async with stranger(asgi) as browser:
        answer = await browser.post(SIGN_UP, json=sent)
        assert answer.status_code == 201, answer.text
        await run_jobs()
        entered = await browser.post(ACTIVATE, json=credentials(world, address))
        assert entered.status_code == 200, entered.text
    user_id = UUID(entered.json()["userId"])
    assert await membership(db, admin.tenant_id, user_id) is not None
    async with stranger(asgi) as browser:
        alone = await browser.post(SIGN_UP, json={**sent, "invitationToken": ""})
    assert (alone.status_code, alone.json()["errors"]) == (400, [f"companyName: {said}"])


async def test_who_was_removed_does_not_come_back_by_an_old_link(asgi, admin, guest, token, db):
    address, user_id = guest
    await log_in(asgi, address, token)
    clock.advance_clock(timedelta(minutes=1))
    assert (await admin.browser.delete(MEMBER.format(user_id))).status_code == 200
    answer = await log_in(asgi, address, token)
    assert answer.status_code == 200
    assert await membership(db, admin.tenant_id, user_id) is None
    # Nor does a longer life of the same link let them in; a new link does.
    await admin.browser.patch(LINK, json={"expiresInMinutes": 500_000})
    await log_in(asgi, address, token)
    assert await membership(db, admin.tenant_id, user_id) is None
    clock.advance_clock(timedelta(minutes=1))
    await log_in(asgi, address, str((await make(admin))["token"]))
    assert await membership(db, admin.tenant_id, user_id) is not None


async def test_who_was_removed_does_not_come_back_by_signing_up(
    asgi, admin, guest, token, db, run_jobs, world
):
    address, user_id = guest
    await log_in(asgi, address, token)
    clock.advance_clock(timedelta(minutes=1))
    await admin.browser.delete(MEMBER.format(user_id))
    async with stranger(asgi) as browser:
        await browser.post(SIGN_UP, json=form(address, invitationToken=token))
    await run_jobs()
    assert await membership(db, admin.tenant_id, user_id) is None
    assert any("already" in mail["Subject"] for mail in world.mails(address))


async def test_who_was_invited_by_mail_accepts_with_the_link(asgi, admin, guest, token, db):
    address, user_id = guest
    editor = await role_id(admin, "Editor")
    await admin.browser.post(
        "/identity/resources/users/v2", json={"email": address, "roleIds": [editor]}
    )
    answer = await log_in(asgi, address, token)
    assert await own_tenant(asgi, answer) == admin.tenant_id
    joined = await membership(db, admin.tenant_id, user_id)
    assert joined == {"activated": True, "invited_by": admin.id, "roles": ["Editor"]}


async def test_a_disabled_member_stays_disabled(asgi, admin, guest, token):
    address, user_id = guest
    await log_in(asgi, address, token)
    await admin.browser.post(DISABLE.format(user_id))
    answer = await log_in(asgi, address, token)
    assert await own_tenant(asgi, answer) != admin.tenant_id


async def test_the_second_factor_comes_before_joining(
    asgi, admin, guest, token, db, resources, world
):
    address, user_id = guest
    await db.connection.execute("update users set mfa_enrolled = true where id = $1", user_id)
    answer = (await log_in(asgi, address, token)).json()
    assert answer["mfaRequired"] is True
    assert await membership(db, admin.tenant_id, user_id) is None
    client = Client("192.0.2.9", "Browser")
    async with resources[Database].transaction(Scope.system()) as system:
        waiting = await pending.get_pending_sign_in(system, answer["mfaToken"])
        outcome = await flow.finish_sign_in(system, resources, waiting, "otp", client)
    assert isinstance(outcome, SignedIn)
    joined = await membership(db, admin.tenant_id, user_id)
    assert joined
    assert joined["activated"]


async def test_a_restricted_domain_keeps_out(asgi, world, admin, token, db, run_jobs):
    address = f"{uuid4().hex}@elsewhere.test"
    user_id, _ = await sign_up_and_activate(asgi, world, run_jobs, address)
    await admin.browser.post(DOMAINS, json={"domain": "elsewhere.test", "type": "BLOCK"})
    blocked = await admin.browser.post(f"{DOMAINS}/config", json={"active": True, "type": "BLOCK"})
    assert blocked.status_code in (200, 201)
    refused = await log_in(asgi, address, token)
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "admission.domain_refused")
    assert await membership(db, admin.tenant_id, user_id) is None
    async with stranger(asgi) as browser:
        known = await browser.post(SIGN_UP, json=form(address, invitationToken=token))
        unknown = await browser.post(
            SIGN_UP, json=form(f"{uuid4().hex}@elsewhere.test", invitationToken=token)
        )
        assert known.status_code == unknown.status_code == 403
        assert known.json()["errorCode"] == unknown.json()["errorCode"]
        let_in = await browser.post(SIGN_UP, json=form(new_address(), invitationToken=token))
    assert let_in.status_code == 201


@pytest.mark.parametrize("is_open", [True, False])
async def test_a_newcomer_signs_up_with_a_link(
    asgi, world, admin, token, db, run_jobs, is_open: bool
):
    address = new_address()
    await world.configure("update vendor set allow_signups = $1", is_open)
    try:
        async with stranger(asgi) as browser:
            answer = await browser.post(SIGN_UP, json=form(address, invitationToken=token))
            assert (answer.status_code, answer.json()["shouldActivate"]) == (201, True)
            await run_jobs()
            user_id = UUID((await get_user_by_email(world, address))["id"])
            waiting = await membership(db, admin.tenant_id, user_id)
            assert waiting == {"activated": False, "invited_by": admin.id, "roles": ["ReadOnly"]}
            link = credentials(world, address)
            entered = await browser.post(ACTIVATE, json={**link, "password": GOOD})
    finally:
        await world.configure("update vendor set allow_signups = true")
    assert await own_tenant(asgi, entered) == admin.tenant_id
    assert (await get_user(world, user_id))["tenantIds"] == [str(admin.tenant_id)]


async def test_even_where_the_vendor_trusts_addresses_a_link_asks_for_proof(
    asgi, admin, token, world
):
    await world.configure("update vendor set allow_not_verified_users_login = true")
    try:
        async with stranger(asgi) as browser:
            request = form(new_address(), invitationToken=token, password=GOOD)
            answer = (await browser.post(SIGN_UP, json=request)).json()
    finally:
        await world.configure("update vendor set allow_not_verified_users_login = false")
    assert answer["shouldActivate"] is True
    assert "authResponse" not in answer


async def test_a_known_address_gets_a_mail_that_invites(
    asgi, world, admin, guest, token, db, run_jobs
):
    address, user_id = guest
    async with stranger(asgi) as browser:
        known = await browser.post(SIGN_UP, json=form(address, invitationToken=token))
        unknown = await browser.post(SIGN_UP, json=form(new_address(), invitationToken=token))
        assert known.status_code == unknown.status_code == 201
        assert set(known.json()) == set(unknown.json())
        assert known.json()["userId"] != str(user_id)
        await run_jobs()
        mail = world.mails(address)[-1]
        assert mail["Subject"] == "You have been invited to Gatehouse"
        waiting = await membership(db, admin.tenant_id, user_id)
        assert waiting
        assert waiting["activated"] is False
        accepted = await browser.post(ACCEPT, json=credentials(world, address))
    assert accepted.status_code == 200
    joined = await membership(db, admin.tenant_id, user_id)
    assert joined
    assert joined["activated"] is True


async def test_the_maker_hears_of_it_when_they_want(asgi, world, admin, guest, token, run_jobs):
    address, _ = guest
    await log_in(asgi, address, token)
    await run_jobs()
    assert world.mails(admin.email) == []
    await admin.browser.patch(LINK, json={"shouldSendEmail": True})
    newcomer = new_address()
    async with stranger(asgi) as browser:
        await browser.post(SIGN_UP, json=form(newcomer, invitationToken=token))
    await run_jobs()
    [mail] = world.mails(admin.email)
    assert mail["Subject"] == "Your Gatehouse invite link was used"
    assert newcomer in mail.get_body(("plain",)).get_content()


async def test_fifty_at_once_join_once_each(asgi, world, admin, token, db, run_jobs):
    people = 25
    addresses = [new_address() for _ in range(people)]

    async def sign_up(address: str) -> int:
        async with stranger(asgi) as browser:
            answer = await browser.post(SIGN_UP, json=form(address, invitationToken=token))
            return answer.status_code

    twice = [address for address in addresses for _ in range(2)]
    assert set(await asyncio.gather(*map(sign_up, twice))) == {201}
    await run_jobs()
    counts = await db.connection.fetchrow(
        "select count(*) as members, count(distinct user_id) as people,"
        " (select sum(people) from roster_counts where tenant_id = $1) as listed"
        " from memberships where tenant_id = $1",
        admin.tenant_id,
    )
    assert tuple(counts) == (people + 1, people + 1, people + 1)


async def test_joining_and_being_removed_at_once_ends_outside(asgi, admin, guest, token, db):
    """A user who is removed while the link adds them again is no member."""
    address, user_id = guest
    await log_in(asgi, address, token)
    removed, *_ = await asyncio.gather(
        admin.browser.delete(MEMBER.format(user_id)),
        *(log_in(asgi, address, token) for _ in range(3)),
    )
    assert removed.status_code == 200
    assert await membership(db, admin.tenant_id, user_id) is None


async def test_a_link_deleted_while_many_join_adds_no_later_user(asgi, admin, guest, token, db):
    address, user_id = guest
    await asyncio.gather(
        admin.browser.delete(LINK), *(log_in(asgi, address, token) for _ in range(3))
    )
    joined = await membership(db, admin.tenant_id, user_id)
    await log_in(asgi, address, token)
    assert await membership(db, admin.tenant_id, user_id) == joined
