"""What people may do to one another, and what a tenant may know of people who are not its own."""

import asyncio

import pytest

from tests.identity.browser import ME, REFRESH, sign_in
from tests.identity.signup_steps import ACCEPT, SIGN_UP, credentials, sign_up_and_activate, stranger
from tests.vendor_users import find_roles_in, find_user

USERS = "/identity/resources/users/v1"
INVITE = "/identity/resources/users/v2"
TEMPORARY = "/identity/resources/users/temporary/v1"
TENANT_USERS = "/identity/resources/tenants/users/v1"
REVOKE = "/identity/resources/users/sessions/v1/revoke"
PERMISSIONS = "/identity/resources/permissions/v1"
ROLES = "/identity/resources/roles/v1"
ACCOUNT = "/tenants/resources/account-settings/v1"
LIST = "/identity/resources/users/v3"


async def test_an_administrator_whose_time_ends_is_no_administrator_to_count_on(world):
    first = await world.person("Admin")
    second = await world.person("Admin", tenant_id=first.tenant_id)
    soon = {"expirationInSeconds": 60}
    assert (await first.browser.put(f"{TEMPORARY}/{second.id}", json=soon)).status_code == 201
    for answer in (
        await second.browser.put(f"{TEMPORARY}/{first.id}", json=soon),
        await second.browser.delete(f"{USERS}/{first.id}"),
        await second.browser.post(f"{TENANT_USERS}/{first.id}/disable"),
    ):
        assert (answer.status_code, answer.json()["errorCode"]) == (409, "members.last_admin")


async def test_a_user_cannot_sign_out_a_user_who_outranks_them(world):
    admin = await world.person("Admin")
    helper = await world.person("Editor", tenant_id=admin.tenant_id)
    catalogue = (await admin.browser.get(PERMISSIONS)).json()
    keys = {one["key"]: one["id"] for one in catalogue}
    made = await admin.browser.post(
        ROLES,
        json={"name": "Ends", "level": 10, "permissions": [keys["fe.secure.delete.sessions"]]},
    )
    given = await admin.browser.post(
        f"{USERS}/{helper.id}/roles", json={"roleIds": [made.json()["id"]]}
    )
    assert given.status_code == 201, given.text
    refused = await helper.browser.post(REVOKE, json={"userId": str(admin.id)})
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "members.outranks_you")
    assert (await admin.browser.get(ME)).status_code == 200
    peer, _ = await world.member(admin.tenant_id, "Editor")
    assert (await helper.browser.post(REVOKE, json={"userId": str(peer)})).status_code == 200


async def test_disabling_ends_the_sessions_for_good(world, run_jobs):
    admin = await world.person("Admin")
    user_id, _ = await world.member(admin.tenant_id, "ReadOnly")
    browser = await sign_in(world, user_id, admin.tenant_id)
    assert (await admin.browser.post(f"{TENANT_USERS}/{user_id}/disable")).status_code == 200
    assert (await browser.http.get(ME)).status_code == 401
    await run_jobs()
    assert (await admin.browser.post(f"{TENANT_USERS}/{user_id}/enable")).status_code == 200
    assert (await browser.http.get(ME)).status_code == 401
    assert (await browser.http.post(REFRESH)).status_code == 401


@pytest.fixture
async def somebody(world, db):
    """Has an account, and secrets in it, in another company."""
    other = await world.person("Admin")
    await db.connection.execute(
        "update users set name = 'Wilhelmina Secret', phone_number = '+311234567', mfa_enrolled = true,"
        " metadata = '{\"salary\": 1}', profile_picture_url = 'https://pictures.test/w', "
        " last_login_at = now() where id = $1",
        other.id,
    )
    return other


async def test_an_invitation_discloses_nothing_about_the_invited_user(world, run_jobs, somebody):
    """Anybody can sign up a company and invite any address; only accepting lets it know more."""
    admin = await world.person("Admin")
    invited = await admin.browser.post(INVITE, json={"email": somebody.email})
    assert invited.status_code == 201
    lists = [
        (LIST, {}),
        (INVITE, {}),
        ("/team/resources/members/v1", {}),
        (f"{USERS}/{somebody.id}", {}),
        ("/identity/resources/users/phone-numbers/v2", {"userIds": str(somebody.id)}),
    ]
    answers = [await admin.browser.get(path, params=query) for path, query in lists]
    assert [one.status_code for one in answers] == [200] * len(lists)
    for text in (one.text for one in (invited, *answers)):
        for secret in ("Wilhelmina", "+311234567", "salary", "pictures.test", "lastLogin"):
            assert secret not in text
        assert '"mfaEnrolled":true' not in text
    assert invited.json()["verified"] is False
    assert invited.json()["createdAt"] == invited.json()["joinedAt"]
    for search in ({"_filter": "wilhelmina"}, {"_namePrefix": "wil"}, {"_filter": "secret"}):
        found = (await admin.browser.get(LIST, params=search)).json()["items"]
        assert found == []
    unenrolled = (await admin.browser.get(LIST, params={"_preset": "mfa-unenrolled"})).json()[
        "items"
    ]
    assert str(somebody.id) in {one["id"] for one in unenrolled}

    await run_jobs()
    accepted = await admin.browser.post(ACCEPT, json=credentials(world, somebody.email))
    assert accepted.status_code == 200
    known = (await admin.browser.get(f"{USERS}/{somebody.id}")).json()
    assert (known["name"], known["phoneNumber"]) == ("Wilhelmina Secret", "+311234567")
    found = (await admin.browser.get(LIST, params={"_filter": "wilhelmina"})).json()["items"]
    assert [one["id"] for one in found] == [str(somebody.id)]


async def test_a_new_user_is_shown_with_the_name_of_the_invitation(world, admin_and_new):
    admin, new = admin_and_new
    shown = (await admin.browser.get(f"{USERS}/{new}")).json()
    assert (shown["name"], shown["phoneNumber"]) == ("Noor New", "+3112345678")
    found = (await admin.browser.get(LIST, params={"_filter": "noor"})).json()["items"]
    assert [one["id"] for one in found] == [new]


@pytest.fixture
async def admin_and_new(world):
    admin = await world.person("Admin")
    body = {
        "email": f"noor.{admin.id}@example.test",
        "name": "Noor New",
        "phoneNumber": "+3112345678",
    }
    return admin, (await admin.browser.post(INVITE, json=body)).json()["id"]


@pytest.mark.parametrize(
    "text",
    [
        "Prize at https://evil.test", "www.evil.test", "<b>Acme</b>", "Acme\r\nBcc: all@evil.test",
        "Acme\u2028\u2028Call us", "Acme\u0085x", "Acme \u202etset.live", "\u2067Acme",
        "You won, see evil.test/prize", "evil.test:8443", "EVIL.TEST?a=1",
        "Your account is locked, unlock it at evil.test/?id=1", "1.2.3.4/x", "evil.com/-reset",
        "mailto:help", "help@evil.test", "/reset/now", "evil.test/", "tel:+15551234", "evil.test&id",
        "Your account is locked. Call us now", "Call one two three four five six seven eight or lose it all",
        "\u200b\u200b", "\ufeff", "\u2800\u3164",
    ],
)  # fmt: skip
async def test_names_that_go_into_mail_are_names(world, text):
    """Names of companies and users are sent to any address that a user types; mail programs turn more into
    links than has `https://` before it."""
    who = await world.person("Admin")
    sign_up = {"email": "stranger@example.test", "companyName": "Acme"}
    for answer in (
        await who.browser.put(ACCOUNT, json={"name": text}),
        await who.browser.put(ME, json={"name": text}),
        await who.browser.post(INVITE, json={"email": "x@example.test", "name": text}),
        await who.browser.post(SIGN_UP, json={**sign_up, "companyName": text}),
        await who.browser.post(SIGN_UP, json={**sign_up, "name": text}),
    ):
        assert answer.status_code == 400
        assert "ame: " in answer.json()["errors"][0]


@pytest.mark.parametrize(
    "text",
    [
        "Booking.com",
        "Node.js: Experts",
        "A. B. C/D",
        "Dr. Who?",
        "Novo Nordisk A/S",
        "Yahoo!",
        "AC/DC",
        "St. Mary's Hospital",
        "Sammy Davis Jr. and Sons",
        "Research: Acme",
        "Mr. J. R. R. Tolkien",
        "株式会社",
        "می\u200cخواهم",
    ],
)
async def test_what_people_are_really_called_is_a_name(world, text):
    who = await world.person("Admin")
    assert (await who.browser.put(ACCOUNT, json={"name": text})).status_code < 300
    assert (await who.browser.put(ME, json={"name": text})).json()["name"] == text


@pytest.mark.parametrize("local", ["www.evil.test", "evil.test/prize", "evil.test?a#b", "/?#"])
async def test_an_address_makes_no_name_that_is_a_link(asgi, world, backend, local):
    """The owner of a domain has such addresses in it, signs up without a name, and invites."""
    who = await world.person("Admin")
    signed_up, invited = f"{local}@{who.id}.test", f"{local}@i{who.id}.test"
    async with stranger(asgi) as browser:
        made = await browser.post(SIGN_UP, json={"email": signed_up, "companyName": "Acme"})
    assert made.status_code == 201
    assert (await who.browser.post(INVITE, json={"email": invited})).status_code == 201
    for address in (signed_up, invited):
        user = await find_user(backend, address)
        assert user is not None
        assert user["name"]
        assert (await who.browser.put(ME, json={"name": user["name"]})).status_code == 200, user


SPEECH = "Account locked Call five five"


async def test_the_first_mail_to_an_address_says_no_name(asgi, world, run_jobs):
    """The sender of the invitation chose the names."""
    admin = await world.person("Admin", tenant_id=await world.tenant(SPEECH))
    assert (await admin.browser.put(ME, json={"name": SPEECH})).is_success
    signed_up, known = f"up.{admin.id}@example.test", f"known.{admin.id}@example.test"
    invited = f"in.{admin.id}@example.test"
    await sign_up_and_activate(asgi, world, run_jobs, known)
    for address in (invited, known):
        await admin.browser.post(INVITE, json={"email": address, "name": SPEECH})
    async with stranger(asgi) as browser:
        for address in (signed_up, known):
            form = {"email": address, "name": SPEECH, "companyName": SPEECH}
            assert (await browser.post(SIGN_UP, json=form)).status_code == 201
    await run_jobs()
    for address, count in ((invited, 1), (signed_up, 1), (known, 3)):
        mails = world.mails(address)
        assert len(mails) == count
        for mail in mails:
            assert SPEECH not in mail.as_string().replace("=\n", "").replace("\n", " ")


@pytest.mark.parametrize(
    ("name", "greeting"),
    [("Kim O’Roe-Smith", "Kim O’Roe-Smith"), ("می\u200cخواهم", "می\u200cخواهم"), ("J. R. Roe", "J. R. Roe"),
     ("evil.com", "there"), ("Call 555 1234", "there"), ("Please call us at once today", "there")],
)  # fmt: skip
async def test_a_later_mail_greets_by_what_is_nothing_but_a_name(
    asgi, world, run_jobs, db, name, greeting
):
    who = await world.person("Admin")
    await db.connection.execute("update users set name = $2 where id = $1", who.id, name)
    async with stranger(asgi) as browser:
        await browser.post(SIGN_UP, json={"email": who.email, "companyName": "Acme"})
    await run_jobs()
    text = world.mails(who.email)[-1].get_body(("plain",)).get_content()
    assert text.startswith(f"Hello {greeting},")


async def test_a_company_cannot_mail_the_world(world, resources):
    admin = await world.person("Admin")
    answers = []
    for batch in range(0, 320, 40):
        answers += await asyncio.gather(
            *(
                admin.browser.post(INVITE, json={"email": f"p{batch + one}@{admin.id}.test"})
                for one in range(40)
            )
        )
    statuses = [answer.status_code for answer in answers]
    assert set(statuses) == {201, 429}
    assert statuses.count(201) == 300


async def test_a_role_that_is_removed_while_another_is_added_stays_removed(world, backend):
    admin = await world.person("Admin")
    catalogue = (await admin.browser.get(ROLES)).json()
    ids = {role["key"]: role["id"] for role in catalogue}
    for _ in range(10):
        other, _ = await world.member(admin.tenant_id, "Admin")
        await asyncio.gather(
            admin.browser.request(
                "DELETE", f"{USERS}/{other}/roles", json={"roleIds": [ids["Admin"]]}
            ),
            admin.browser.post(f"{USERS}/{other}/roles", json={"roleIds": [ids["Editor"]]}),
        )
        assert await find_roles_in(backend, other, admin.tenant_id) == ["Editor"]
