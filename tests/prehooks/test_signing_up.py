"""The vendor's prehook is called before a user signs up, and can choose their account."""

from hashlib import sha256
from uuid import UUID, uuid4

import pytest

from tests.applications.conftest import console as console
from tests.directory.test_invite_links import make as make_link
from tests.identity.passwordless_steps import refusal
from tests.identity.signup_steps import (
    ACCEPT,
    GOOD,
    SIGN_UP,
    credentials,
    form,
    new_address,
    sign_up_and_activate,
    stranger,
)
from tests.prehooks.conftest import (
    ALLOW,
    SECRET,
    WORDS,
    Service,
    blocked,
    is_signed,
    part_of,
    says,
)
from tests.vendor_users import find_user, get_user


async def test_a_sign_up_is_asked_about_and_goes_on(service: Service, asgi, world, run_jobs):
    await service.hook("SIGN_UP")
    address = new_address()
    async with stranger(asgi) as browser:
        answer = await browser.post(SIGN_UP, json=form(address, password=GOOD))
    assert answer.status_code == 201, answer.text
    [asked] = service.asked("SIGN_UP")
    assert asked["data"]["user"] == {"email": address, "name": "Kim Roe"}
    assert (asked["data"]["tenant"], asked["data"]["method"]) == ({"name": "Roe Works"}, "password")
    assert asked["prehookContext"]["ipAddress"]
    assert GOOD not in service.last.content.decode()
    token = service.last.headers["x-webhook-secret"]
    assert is_signed(token, SECRET)
    assert part_of(token)["bodySha256"] == sha256(service.last.content).hexdigest()
    await run_jobs()
    assert len(world.mails(address)) == 1


async def test_a_blocked_sign_up_leaves_nothing(service: Service, asgi, world, run_jobs):
    await service.hook("SIGN_UP")
    known = new_address()
    answers = []
    service.replies(ALLOW)
    await sign_up_and_activate(asgi, world, run_jobs, known)
    mails = len(world.mails(known))
    service.replies(blocked(WORDS))
    new = new_address()
    for address in (new, known):
        async with stranger(asgi) as browser:
            answers.append(await browser.post(SIGN_UP, json=form(address, password=GOOD)))
    assert [refusal(one) for one in answers] == [(403, "prehooks.blocked")] * 2
    told = [{**one.json(), "context": None, "traceId": None} for one in answers]
    assert told[0] == told[1]
    assert told[0]["errors"] == [WORDS]
    await run_jobs()
    assert await find_user(service.http, new) is None
    assert (world.mails(new), len(world.mails(known))) == ([], mails)


async def test_a_sign_up_comes_into_the_account_that_the_service_names(
    service: Service, asgi, world, run_jobs, db
):
    await service.hook("SIGN_UP")
    tenant_id = await world.tenant("Those we know")
    role_id = await db.connection.fetchval(
        "select id from roles where key = 'ReadOnly' and tenant_id is null"
    )
    service.replies(
        says({
            "verdict": "allow",
            "response": {
                "user": {
                    "name": "Robin Roe", "roleIds": [str(role_id)], "allowSubaccountAccess": True,
                },
                "tenant": {"id": str(tenant_id)},
            },
        })
    )  # fmt: skip
    user_id, entered = await sign_up_and_activate(asgi, world, run_jobs, new_address())
    assert entered == tenant_id
    made = await get_user(service.http, user_id)
    assert (made["name"], [one["id"] for one in made["roles"]]) == ("Robin Roe", [str(role_id)])
    assert await may_enter_below(service, user_id)


async def may_enter_below(service: Service, user_id: UUID) -> bool:
    """Whether the user may enter the sub-accounts of their usual account."""
    return bool((await get_user(service.http, user_id))["subAccountAccessAllowed"])


@pytest.mark.parametrize(
    ("access", "said", "expected"),
    [
        ("defaultOff", None, False),
        ("defaultOff", True, True),
        ("defaultOn", None, True),
        ("defaultOn", False, False),
        ("alwaysOn", False, True),
    ],
)
async def test_the_prehook_decides_about_access_to_sub_accounts_at_sign_up(
    service: Service, asgi, world, run_jobs, db, access, said, expected
):
    await service.hook("SIGN_UP")
    tenant_id = await world.tenant()
    await db.connection.execute(
        "update tenants set sub_account_access = $2 where id = $1", tenant_id, access
    )
    user = {} if said is None else {"allowSubaccountAccess": said}
    response = {"user": user, "tenant": {"id": str(tenant_id)}}
    service.replies(says({"verdict": "allow", "response": response}))
    user_id, entered = await sign_up_and_activate(asgi, world, run_jobs, new_address())
    assert entered == tenant_id
    assert await may_enter_below(service, user_id) is expected


async def test_a_sign_up_with_an_own_account_enters_sub_accounts_if_the_prehook_allows_it(
    service: Service, asgi, world, run_jobs
):
    await service.hook("SIGN_UP")
    found = []
    for user in ({}, {"allowSubaccountAccess": True}):
        service.replies(says({"verdict": "allow", "response": {"user": user}}))
        user_id, _ = await sign_up_and_activate(asgi, world, run_jobs, new_address())
        found.append(await may_enter_below(service, user_id))
    assert found == [False, True]


async def test_a_known_user_without_an_account_joins_the_one_that_the_prehook_names(
    service: Service, asgi, world, run_jobs, db
):
    address = new_address()
    user_id, _ = await sign_up_and_activate(asgi, world, run_jobs, address)
    await db.connection.execute("delete from memberships where user_id = $1", user_id)
    place = await world.tenant("Those we know")
    role_id = await db.connection.fetchval(
        "select id from roles where key = 'ReadOnly' and tenant_id is null"
    )
    user = {"roleIds": [str(role_id)], "allowSubaccountAccess": True}
    response = {"user": user, "tenant": {"id": str(place)}}
    await service.hook("SIGN_UP")
    service.replies(says({"verdict": "allow", "response": response}))
    async with stranger(asgi) as browser:
        assert (await browser.post(SIGN_UP, json=form(address))).status_code == 201
        await run_jobs()
        answer = await browser.post(ACCEPT, json=credentials(world, address))
    assert answer.status_code == 200, answer.text
    joined = await get_user(service.http, user_id)
    assert (joined["tenantIds"], joined["activatedForTenant"]) == ([str(place)], True)
    assert [one["id"] for one in joined["roles"]] == [str(role_id)]
    assert await may_enter_below(service, user_id)


@pytest.mark.parametrize("known", [False, True])
async def test_an_invite_link_lets_into_sub_accounts_if_the_prehook_allows_it(
    service: Service, asgi, world, run_jobs, db, known
):
    admin, address = await world.person("Admin"), new_address()
    if known:
        await sign_up_and_activate(asgi, world, run_jobs, address)
    link = await make_link(admin)
    await service.hook("SIGN_UP")
    response = {"user": {"allowSubaccountAccess": True}}
    service.replies(says({"verdict": "allow", "response": response}))
    async with stranger(asgi) as browser:
        body = form(address, invitationToken=link["token"])
        assert (await browser.post(SIGN_UP, json=body)).status_code == 201
        await run_jobs()
    allowed = await db.connection.fetchval(
        "select sub_account_access_allowed from memberships m join users u on u.id = m.user_id"
        " where u.email = $1 and m.tenant_id = $2",
        address, admin.tenant_id,
    )  # fmt: skip
    assert allowed is True


@pytest.mark.parametrize(
    "response",
    [
        {"tenant": {"id": str(uuid4())}},
        {"user": {"roleIds": [str(uuid4())]}},
        {"user": {"superUser": True}},
        {"user": {"name": "see https://evil.test"}},
        {"password": "x"},
    ],
)
@pytest.mark.parametrize(("fail_method", "status"), [("CLOSE", 503), ("OPEN", 201)])
async def test_what_a_service_may_not_say_is_no_answer(
    service: Service, asgi, response, fail_method, status
):
    await service.hook("SIGN_UP", failMethod=fail_method)
    service.replies(says({"verdict": "allow", "response": response}))
    address = new_address()
    async with stranger(asgi) as browser:
        answer = await browser.post(SIGN_UP, json=form(address))
    assert answer.status_code == status, answer.text
    found = await find_user(service.http, address)
    assert (found and found["name"]) == (None if status == 503 else "Kim Roe")
