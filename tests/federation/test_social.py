"""Signing in with an account elsewhere, from the button to the session."""

import asyncio
from datetime import timedelta
from urllib.parse import urlsplit

import pytest

from gatehouse.kit import clock
from gatehouse.kit.crypto import new_token
from tests.audit_log import audit_actions, audit_entries
from tests.federation.provider import Person
from tests.federation.social_steps import AUTH, PAGE, Social, an_address, codes_of, query_of
from tests.world import World

LISTS = "/identity/resources/sso"


async def amr_of(db, response) -> list[str]:
    found: list[str] = await db.connection.fetchval(
        "select amr from sessions where user_id = $1 order by created_at desc limit 1",
        response.json()["userId"],
    )
    return found


async def test_a_new_user_signs_in_and_gets_a_company_of_their_own(
    social: Social, world: World, db, run_jobs
):
    browser = social.browser()
    response = await social.sign_in(browser)
    assert response.status_code == 200, response.text
    body = response.json()
    assert body["email"] == social.provider.person.email
    assert (body["name"], body["isNewUser"], body["emailVerified"]) == ("Robin Roe", True, True)
    assert body["mfaRequired"] is False
    assert body["tenantId"]
    refreshed = await browser.post(f"{AUTH}/v1/user/token/refresh", json={"tenantId": None})
    assert refreshed.status_code == 201
    assert await amr_of(db, response) == ["fed"]
    names = await audit_actions(world, body["tenantId"])
    assert {"tenant.created", "user.signed_up", "user.activated", "user.authenticated"} <= {*names}
    me = await browser.get(
        "/identity/resources/users/v2/me",
        headers={"authorization": f"Bearer {body['accessToken']}"},
    )
    assert (me.json()["provider"], me.json()["verified"]) == ("partner", True)


async def test_the_second_time_it_is_the_same_account_whatever_the_address_is_by_then(
    social: Social,
):
    first = (await social.sign_in()).json()
    social.provider.person.email = an_address()
    social.provider.person.email_verified = False
    again = (await social.sign_in()).json()
    assert (again["userId"], again["isNewUser"]) == (first["userId"], False)
    assert again["email"] == first["email"]


async def test_what_the_provider_is_asked(social: Social):
    asked = await social.go(social.browser(), login_hint="robin@example.test")
    assert asked["scope"] == "openid email profile"
    assert asked["code_challenge_method"] == "S256"
    assert len(asked["code_challenge"]) == len(asked["nonce"]) == len(asked["state"]) == 43
    assert asked["login_hint"] == "robin@example.test"
    assert asked["redirect_uri"].endswith(f"{AUTH}/v2/user/sso/partner/callback")


async def test_the_page_gets_back_the_state_that_it_gave(social: Social):
    browser = social.browser()
    state = '{"provider":"partner","action":"login","more":"ä"}'
    asked = await social.go(browser, state=state)
    assert asked["state"] != state
    assert (await social.back(browser, asked, new_token()))["state"] == state


async def test_an_account_with_the_same_proved_address_is_linked_and_its_owner_told(
    social: Social, world, run_jobs
):
    tenant = await world.tenant()
    user_id, address = await world.member(tenant, "Admin", address=social.provider.person.email)
    response = await social.sign_in()
    assert response.json()["userId"] == str(user_id)
    assert response.json()["isNewUser"] is False
    await run_jobs()
    [mail] = world.mails(address)
    assert "Partner was linked" in mail["Subject"]
    linked = await audit_entries(world, tenant, "user.external_identity_linked")
    assert [entry["json"] for entry in linked] == [
        {"user_id": str(user_id), "provider": "partner", "subject": social.provider.person.sub}
    ]


async def test_an_unverified_account_is_taken_over_by_the_owner_of_its_address(
    social: Social, world, db
):
    tenant = await world.tenant()
    user_id, _ = await world.member(tenant, address=social.provider.person.email)
    await db.connection.execute("update users set verified = false where id = $1", user_id)
    await db.connection.execute(
        "insert into passwords (user_id, hash, changed_at) values ($1, 'a stranger''s', now())",
        user_id,
    )
    stranger = await world.sign_in(user_id, tenant, "x")
    assert (await social.sign_in()).json()["userId"] == str(user_id)
    assert not await db.connection.fetchval(
        "select exists (select from passwords where user_id = $1)", user_id
    )
    me = await stranger.browser.get("/identity/resources/users/v2/me")
    assert me.status_code == 401


@pytest.mark.parametrize("said", [False, None, "false", 0, "yes"])
async def test_an_address_that_is_not_proved_opens_nothing_and_makes_nothing(
    social: Social, world, db, said: object
):
    tenant = await world.tenant()
    await world.member(tenant, address=social.provider.person.email)
    social.provider.person.email_verified = said
    for address in (social.provider.person.email, an_address(), None):
        social.provider.person.email = address
        response = await social.sign_in()
        assert (response.status_code, codes_of(response)) == (403, ["social.email_not_verified"])
        assert "set-cookie" not in response.headers
    assert not await db.connection.fetchval(
        "select count(*) from external_identities where subject = $1", social.provider.person.sub
    )


async def test_a_reassigned_address_does_not_open_the_first_users_account(
    social: Social,
):
    first = (await social.sign_in()).json()
    social.provider.person = Person(new_token(8), first["email"])
    response = await social.sign_in()
    assert (response.status_code, codes_of(response)) == (403, ["social.account_exists"])


async def test_where_sign_up_is_closed_no_user_is_created(social: Social, world):
    await world.configure("update vendor set allow_signups = false")
    try:
        response = await social.sign_in()
    finally:
        await world.configure("update vendor set allow_signups = true")
    assert (response.status_code, codes_of(response)) == (403, ["sign_up.closed"])


async def test_an_invite_link_adds_a_new_user_to_its_company(social: Social, world):
    admin = await world.person("Admin")
    made = await admin.browser.post(
        "/identity/resources/tenants/invites/v1/user", json={"shouldSendEmail": False}
    )
    token = made.json()["token"]
    body = (await social.sign_in(invitationToken=token)).json()
    assert (body["tenantId"], body["isNewUser"]) == (str(admin.tenant_id), True)


async def test_a_second_factor_is_asked_for_as_after_any_other_way_in(social: Social, db):
    first = (await social.sign_in()).json()
    await db.connection.execute(
        "insert into mfa_emails (user_id, created_at) values ($1, now())", first["userId"]
    )
    body = (await social.sign_in()).json()
    assert (body["mfaRequired"], body["mfaEnrolled"]) == (True, True)
    assert body["mfaToken"]
    assert "accessToken" not in body


@pytest.mark.parametrize("rule", ["Force", "ForceExceptSAML"])
async def test_a_tenant_that_forces_a_second_factor_forces_it_here_too(
    social: Social, world, rule: str
):
    await social.sign_in()
    await world.configure("update vendor set mfa_enforcement = $1", rule)
    try:
        body = (await social.sign_in()).json()
    finally:
        await world.configure("update vendor set mfa_enforcement = 'DontForce'")
    assert (body["mfaRequired"], body["mfaEnrolled"]) == (True, False)


async def test_the_tenant_that_the_page_names_is_entered(social: Social, world, db):
    first, second = await world.tenant(), await world.tenant()
    user_id, _ = await world.member(first, address=social.provider.person.email)
    await db.connection.execute(
        "insert into memberships (tenant_id, user_id, activated, created_at) values ($1, $2, true, now())",
        second, user_id,
    )  # fmt: skip
    response = await social.sign_in(headers={"frontegg-scoped-tenant": str(second)})
    assert response.json()["tenantId"] == str(second)


async def test_a_code_counts_only_in_the_browser_that_asked(social: Social):
    browser, other = social.browser(), social.browser()
    asked = await social.go(browser)
    await social.go(other)
    given = await social.back(browser, asked, social.provider.authorize(asked))
    for stranger in (other, social.browser()):
        refused = await social.post(stranger, given["code"])
        assert (refused.status_code, codes_of(refused)) == (401, ["ER-01049"])
    assert (await social.post(browser, given["code"])).status_code == 200


async def test_a_code_counts_once(social: Social):
    browser = social.browser()
    asked = await social.go(browser)
    given = await social.back(browser, asked, social.provider.authorize(asked))
    answers = await asyncio.gather(*(social.post(browser, given["code"]) for _ in range(8)))
    assert sorted(answer.status_code for answer in answers) == [200] + [401] * 7
    assert len(social.provider.exchanges) == 1


async def test_a_code_that_was_stolen_is_of_no_use_in_another_sign_in(social: Social):
    victim, thief = social.browser(), social.browser()
    theirs = social.provider.authorize(await social.go(victim))
    social.provider.person = Person(new_token(8), an_address())
    asked = await social.go(thief)
    given = await social.back(thief, asked, theirs)
    assert codes_of(await social.post(thief, given["code"])) == ["ER-01049"]


async def test_a_state_counts_once_and_for_a_quarter_of_an_hour(social: Social):
    browser = social.browser()
    asked = await social.go(browser)
    assert "code" in await social.back(browser, asked, "one")
    assert (await social.back(browser, asked, "two"))["error"] == "expired"
    assert (await social.back(browser, {**asked, "state": "made-up"}, "one"))["error"] == "expired"
    asked = await social.go(browser)
    clock.advance_clock(timedelta(minutes=16))
    assert (await social.back(browser, asked, "one"))["error"] == "expired"


async def test_a_code_that_came_before_is_no_answer_to_another_request(social: Social):
    first, second = social.browser(), social.browser()
    asked = await social.go(first)
    code = social.provider.authorize(asked)
    await social.back(first, asked, code)
    assert (await social.back(second, await social.go(second), code))["error"] == "expired"
    assert (await social.post(first, code)).status_code == 200


async def test_an_answer_that_comes_too_late_is_refused(social: Social):
    browser = social.browser()
    asked = await social.go(browser)
    given = await social.back(browser, asked, social.provider.authorize(asked))
    clock.advance_clock(timedelta(minutes=16))
    assert codes_of(await social.post(browser, given["code"])) == ["ER-01049"]


async def test_one_provider_does_not_answer_for_another(social: Social):
    other = Social(social.resources, social.provider, social.asgi, name="other")
    await other.offer()
    browser = social.browser()
    asked = await social.go(browser)
    crossed = {**asked, "redirect_uri": asked["redirect_uri"].replace("/partner/", "/other/")}
    assert (await social.back(browser, crossed, new_token()))["error"] == "expired"
    given = await social.back(browser, asked, social.provider.authorize(asked))
    assert codes_of(await other.post(browser, given["code"])) == ["ER-01049"]
    await social.apply('[remove]\ncustom_social = ["other"]')


async def test_a_user_who_declines_at_the_provider_returns_to_the_page(social: Social):
    browser = social.browser()
    asked = await social.go(browser)
    for _ in range(2):
        response = await browser.get(
            asked["redirect_uri"], params={"error": "access_denied", "state": asked["state"]}
        )
        assert response.headers["location"].partition("?")[0].endswith("/social/success")
    assert query_of(response.headers["location"])["error"] == "expired"


async def test_tabs_may_be_under_way_at_the_same_time(social: Social):
    browser = social.browser()
    first, second = await social.go(browser), await social.go(browser)
    for asked in (first, second):
        given = await social.back(browser, asked, social.provider.authorize(asked))
        assert (await social.post(browser, given["code"])).status_code == 200


async def test_where_routes_stand_behind_a_hash_people_come_back_there(social: Social):
    browser, page = social.browser(), "http://localhost:8000/#/account/social/success"
    response = await browser.get(
        f"{AUTH}/v2/user/sso/custom/partner/prelogin", params={"redirectUri": page}
    )
    asked = query_of(response.headers["location"])
    response = await browser.get(
        asked["redirect_uri"],
        params={"code": social.provider.authorize(asked), "state": asked["state"]},
    )
    assert response.headers["location"].startswith(f"{page}?code=")


@pytest.mark.parametrize(
    "page",
    [
        "https://evil.example.com/", "//evil.example.com/", "javascript:alert(1)",
        "http://localhost:8000@evil.test/",
        "http://localhost:8000.evil.test/", f"{PAGE}#fragment", "https://evil.test/#/account/social/success",
        "/relative",
        "http://localhost:8000\\@evil.test",
        f"{PAGE}\r\nx: y", "data:text/html,x",
    ],
)  # fmt: skip
async def test_people_are_sent_back_to_known_pages_only(social: Social, page: str):
    response = await social.browser().get(
        f"{AUTH}/v2/user/sso/custom/partner/prelogin", params={"redirectUri": page}
    )
    assert (response.status_code, codes_of(response)) == (400, ["social.page_refused"])
    assert "location" not in response.headers


async def test_a_page_that_names_none_returns_to_the_usual_one(social: Social):
    browser = social.browser()
    response = await browser.get(f"{AUTH}/v2/user/sso/custom/partner/prelogin")
    asked = query_of(response.headers["location"])
    returned = await browser.get(
        asked["redirect_uri"], params={"code": "c", "state": asked["state"]}
    )
    assert urlsplit(returned.headers["location"]).path == "/oauth/account/social/success"
    assert (
        query_of(returned.headers["location"])["state"] == '{"provider":"partner","action":"login"}'
    )


async def test_a_provider_that_is_off_offers_nothing(social: Social):
    browser = social.browser()
    asked = await social.go(browser)
    given = await social.back(browser, asked, social.provider.authorize(asked))
    await social.offer(active=False)
    assert (await browser.get(f"{LISTS}/custom/v1")).json() == {"providers": []}
    for path in ("custom/partner/prelogin", "default/google/prelogin", "partner/callback"):
        response = await browser.get(f"{AUTH}/v2/user/sso/{path}")
        assert (response.status_code, codes_of(response)) == (404, ["social.not_offered"])
    refused = await social.post(browser, given["code"])
    assert (refused.status_code, codes_of(refused)) == (404, ["social.not_offered"])


async def test_a_page_of_the_provider_may_post_the_answer(social: Social):
    browser = social.browser()
    asked = await social.go(browser)
    headers = {"origin": social.provider.url, "sec-fetch-site": "cross-site"}
    form = {"code": social.provider.authorize(asked), "state": asked["state"]}
    response = await browser.post(asked["redirect_uri"], data=form, headers=headers)
    assert response.status_code == 303
    given = query_of(response.headers["location"])
    assert (await social.post(browser, given["code"])).status_code == 200
    refused = await social.post(browser, "x", headers={"origin": "https://evil.example.com"})
    assert codes_of(refused) == ["origin.forbidden"]


async def test_nothing_secret_is_stored_of_a_sign_in_under_way(social: Social, db):
    browser = social.browser()
    asked = await social.go(browser)
    given = await social.back(browser, asked, social.provider.authorize(asked))
    cookie = next(iter(browser.cookies.values()))
    row = await db.connection.fetchrow(
        "select * from external_sign_ins order by created_at desc limit 1"
    )
    stored = " ".join(str(value) for value in row.values())
    for secret in (asked["state"], asked["nonce"], given["code"], cookie):
        assert secret not in stored


async def test_characters_that_nothing_can_store_do_no_harm(social: Social):
    browser = social.browser()
    asked = await social.go(browser, state="a\x00b")
    assert (await social.back(browser, asked, new_token()))["state"] == "ab"
    assert codes_of(await social.post(browser, "a\x00code")) == ["ER-01049"]
    social.provider.person.name = "Visit https://evil.example.com\x00"
    body = (await social.sign_in()).json()
    assert "evil" not in body["name"]
    social.provider.person.email = "a\x00b@example.test"
    assert (await social.sign_in()).json()["userId"] == body["userId"]
    social.provider.person.sub = "a\x00b"
    assert codes_of(await social.sign_in()) == ["ER-01049"]
