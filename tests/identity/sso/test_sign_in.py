"""People sign in through their company's provider of OpenID Connect."""

import re
from base64 import b64decode
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit
from uuid import UUID, uuid4

import httpx
import pytest

from gatehouse.kit import clock
from tests.audit_log import audit_entries
from tests.compat.public_client import REFRESH
from tests.conftest import NewClient
from tests.identity.signup_steps import SIGN_UP, form
from tests.identity.sso.company import POSTLOGIN, PRELOGIN, Company
from tests.identity.sso.provider import CompanyProvider
from tests.identity.sso.steps import Names, make, own_domain
from tests.vendor_view import get_user_by_email
from tests.world import Db, Person, World

LOGIN = "/identity/resources/auth/v1/user"
ME = "/identity/resources/users/v2/me"


async def me(browser: httpx.AsyncClient, answer: httpx.Response) -> dict[str, object]:
    token = answer.json()["accessToken"]
    found = await browser.get(ME, headers={"authorization": f"Bearer {token}"})
    body: dict[str, object] = found.json()
    return body


async def roles(browser: httpx.AsyncClient, answer: httpx.Response) -> set[str]:
    """The keys of their roles, as they are told."""
    found = await me(browser, answer)
    listed = found["roles"]
    assert isinstance(listed, list)
    return {role["key"] for role in listed}


async def test_a_user_of_a_domain_is_redirected_to_its_provider(
    company: Company, new_client: NewClient
):
    browser = new_client()
    answer = await browser.post(PRELOGIN, json={"email": f" Ann@{company.domain.upper()} "})
    found = answer.json()
    assert (found["idpType"], found["addressType"]) == ("oidc", "sso")
    asked = {name: value[0] for name, value in parse_qs(urlsplit(found["address"]).query).items()}
    assert asked["login_hint"] == f"ann@{company.domain}"
    assert asked["redirect_uri"] == "http://localhost:8000/account/oidc/callback"
    assert asked["response_type"] == "code"
    assert asked["code_challenge_method"] == "S256"
    state = await browser.get("/team/resources/sso/v2/configurations/public")
    assert state.json() == {"isActive": True}


async def test_earlier_login_boxes_of_the_platform_read_a_tenant_in_the_state(
    company: Company, new_client: NewClient
):
    """Theirs is `atob`, which takes no base64url, and then this pattern."""
    answer = await new_client().post(PRELOGIN, json={"email": f"ann@{company.domain}"})
    [state] = parse_qs(urlsplit(answer.json()["address"]).query)["state"]
    assert re.fullmatch("[A-Za-z0-9]+", state)  # also where a `+` would become a blank
    assert re.search(r"tenantId=([a-zA-Z0-9-]{0,};)", b64decode(state).decode())
    assert str(company.admin.tenant_id) not in b64decode(state).decode()


async def test_earlier_login_boxes_learn_of_a_second_factor_when_they_renew(
    company: Company, world: World, new_client: NewClient, db: Db
):
    """They pass over what the call before says."""
    user_id, address = await world.member(company.admin.tenant_id, address=f"ann@{company.domain}")
    await db.connection.execute(
        "insert into mfa_emails (user_id, created_at) values ($1, now())", user_id
    )
    browser = new_client()
    back = company.provider.sign_in(await company.send(browser, address), email=address)
    for path, name in (
        (f"/frontegg{POSTLOGIN}", "RelayState"),
        ("/frontegg/identity/resources/auth/v1/user/oidc/postlogin", "state"),
    ):
        answer = await browser.post(path, json={"code": back["code"], name: back["state"]})
        assert answer.json()["mfaRequired"] is True
        asked = await browser.post(f"/frontegg{REFRESH}")
        assert (asked.status_code, asked.json()["mfaToken"]) == (201, answer.json()["mfaToken"])
        assert (await browser.post(f"/frontegg{REFRESH}")).status_code == 401
        back = company.provider.sign_in(await company.send(browser, address), email=address)


async def test_the_answer_is_the_same_for_people_who_are_not_here(
    company: Company, world: World, new_client: NewClient
):
    _, known = await world.member(company.admin.tenant_id, address=f"known@{company.domain}")
    answers = [
        (await new_client().post(PRELOGIN, json={"email": email}))
        for email in (known, f"nobody@{company.domain}")
    ]
    assert {answer.status_code for answer in answers} == {200}
    assert {frozenset(answer.json()) for answer in answers} == {
        frozenset({"address", "idpType", "addressType"})
    }


async def test_an_account_names_its_provider(company: Company, new_client: NewClient):
    browser = new_client()
    answer = await browser.post(PRELOGIN, json={"tenantId": str(company.admin.tenant_id)})
    assert answer.json()["address"].startswith(company.provider.issuer)
    elsewhere = await browser.post(PRELOGIN, json={"tenantId": str(uuid4())})
    assert elsewhere.status_code == 404


@pytest.mark.parametrize("case", ["unknown", "below", "off", "not validated", "no address"])
async def test_users_of_other_domains_sign_in_here(
    company: Company, new_client: NewClient, case: str
):
    email = f"ann@{company.domain}"
    if case == "unknown":
        email = f"ann@{uuid4().hex}.example"
    if case == "below":
        email = f"ann@below.{company.domain}"
    if case == "off":
        await company.change(enabled=False)
    if case == "not validated":
        await company.admin.browser.delete(f"{company.path}/domains/{company.domain_id}")
        await company.admin.browser.post(f"{company.path}/domains", json={"domain": company.domain})
    if case == "no address":
        email = "ann"
    answer = await new_client().post(PRELOGIN, json={"email": email})
    assert answer.status_code == 404
    assert answer.json()["errors"] == ["SSO domain was not found"]


async def test_a_silent_provider_is_told_apart(company: Company, new_client: NewClient):
    company.provider.away = True
    answer = await new_client().post(PRELOGIN, json={"email": f"ann@{company.domain}"})
    assert (answer.status_code, answer.json()["errorCode"]) == (503, "sso.provider_silent")


async def test_a_new_user_gets_the_default_roles(company: Company, new_client: NewClient):
    await company.admin.browser.put(
        f"{company.path}/roles", json={"roleIds": [await company.role("ReadOnly")]}
    )
    browser, email = new_client(), f"ann@{company.domain}"
    answer = await company.come(browser, email, name="Ann Example")
    assert answer.status_code == 200, answer.text
    found = await me(browser, answer)
    assert (found["email"], found["name"], found["verified"]) == (email, "Ann Example", True)
    assert found["tenantId"] == str(company.admin.tenant_id)
    assert await roles(browser, answer) == {"ReadOnly"}
    # And again: the same person, by the same refresh cookie as after any other way in.
    again = await company.come(browser, email)
    assert (await me(browser, again))["id"] == found["id"]
    refreshed = await browser.post("/identity/resources/auth/v1/user/token/refresh")
    assert refreshed.status_code == 201


async def test_the_first_version_takes_the_state_by_its_name(
    company: Company, new_client: NewClient
):
    browser, email = new_client(), f"ann@{company.domain}"
    back = company.provider.sign_in(await company.send(browser, email), email=email)
    answer = await browser.post("/identity/resources/auth/v1/user/oidc/postlogin", json=back)
    assert answer.status_code == 200, answer.text


async def test_roles_follow_the_groups_of_the_provider(company: Company, new_client: NewClient):
    reader, admins = await company.role("ReadOnly"), await company.role("Admin")
    http, email = company.admin.browser, f"ann@{company.domain}"
    await http.put(f"{company.path}/roles", json={"roleIds": [reader]})
    await http.post(f"{company.path}/groups", json={"group": "Bosses", "roleIds": [admins]})
    browser = new_client()
    answer = await company.come(browser, email, groups=["Others", "Bosses"])
    assert await roles(browser, answer) == {"ReadOnly", "Admin"}
    answer = await company.come(browser, email, groups=["Others"])
    assert await roles(browser, answer) == {"ReadOnly"}
    # What was given by hand stays, whatever the groups say.
    user_id = (await me(browser, await company.come(browser, email)))["id"]
    given = await http.post(
        f"/identity/resources/users/v1/{user_id}/roles", json={"roleIds": [admins]}
    )
    assert given.status_code in (200, 201), given.text
    await company.come(browser, email, groups="Bosses")
    answer = await company.come(browser, email)
    assert await roles(browser, answer) == {"ReadOnly", "Admin"}


async def test_who_is_here_keeps_their_account(
    company: Company, world: World, new_client: NewClient
):
    user_id, email = await world.member(
        company.admin.tenant_id, "Admin", address=f"ann@{company.domain}"
    )
    browser = new_client()
    answer = await company.come(browser, email)
    assert (await me(browser, answer))["id"] == str(user_id)
    told = len(await audit_entries(world, company.admin.tenant_id, "user.sso_identity_linked"))
    assert told == 1


async def test_no_user_takes_over_an_account_of_another_domain(
    company: Company, world: World, new_client: NewClient
):
    """Not of a stranger, not of a guest of the company, and no new one."""
    _, stranger = await world.member(await world.tenant(), address=f"{uuid4().hex}@other.example")
    _, guest = await world.member(company.admin.tenant_id, address=f"{uuid4().hex}@other.example")
    for email in (stranger, guest, f"{uuid4().hex}@other.example", "no address", ""):
        answer = await company.come(new_client(), email, sub=uuid4().hex)
        assert (answer.status_code, answer.json()["errorCode"]) == (403, "sso.refused"), email


async def test_the_providers_no_is_believed(company: Company, new_client: NewClient):
    email = f"ann@{company.domain}"
    answer = await company.come(new_client(), email, email_verified=False)
    assert (answer.status_code, answer.json()["errorCode"]) == (403, "sso.refused")


async def test_an_address_that_changed_hands_opens_nothing(company: Company, new_client: NewClient):
    email = f"ann@{company.domain}"
    assert (await company.come(new_client(), email, sub="first")).status_code == 200
    answer = await company.come(new_client(), email, sub="second")
    assert (answer.status_code, answer.json()["errorCode"]) == (403, "sso.refused")


async def test_a_domain_that_was_registered_anew_opens_no_account_of_before(
    company: Company, world: World, names: Names, new_client: NewClient
):
    """The new owner of an expired domain gets no member of the company that had it."""
    email = f"ann@{company.domain}"
    assert (await company.come(new_client(), email)).status_code == 200
    await company.admin.browser.delete(f"{company.path}/domains/{company.domain_id}")
    buyer = await world.person("Admin")
    made = await make(buyer.browser, **company.provider.connection)
    added = await own_domain(buyer.browser, names, made["id"], company.domain)
    theirs = Company(buyer, company.provider, made["id"], company.domain, added["id"])
    answer = await theirs.come(new_client(), email)
    assert (answer.status_code, answer.json()["errorCode"]) == (403, "sso.refused")
    # A new user comes in, to the new owner's account alone.
    browser = new_client()
    found = await me(browser, await theirs.come(browser, f"bob@{company.domain}", sub="bob"))
    assert found["tenantId"] == str(buyer.tenant_id)


@pytest.mark.parametrize("case", ["off", "domain gone", "deleted"])
async def test_a_connection_that_ends_on_the_way_opens_nothing(
    company: Company, new_client: NewClient, case: str
):
    browser, email = new_client(), f"ann@{company.domain}"
    assert (await company.come(browser, email)).status_code == 200
    back = company.provider.sign_in(await company.send(browser, email), email=email)
    if case == "off":
        await company.change(enabled=False)
    elif case == "deleted":
        await company.admin.browser.delete(company.path)
    else:
        await company.admin.browser.delete(f"{company.path}/domains/{company.domain_id}")
    answer = await browser.post(POSTLOGIN, json={"code": back["code"], "RelayState": back["state"]})
    expected = (403, "sso.refused") if case == "domain gone" else (401, "sso.failed")
    assert (answer.status_code, answer.json()["errorCode"]) == expected


@pytest.mark.parametrize("case", ["another browser", "twice", "late", "other state", "forged"])
async def test_what_comes_back_counts_once_in_its_browser(
    company: Company, new_client: NewClient, case: str
):
    browser, email = new_client(), f"ann@{company.domain}"
    back = company.provider.sign_in(await company.send(browser, email), email=email)
    body = {"code": back["code"], "RelayState": back["state"]}
    if case == "another browser":
        other = new_client()
        await company.send(other, email)
        answer = await other.post(POSTLOGIN, json=body)
    elif case == "twice":
        assert (await browser.post(POSTLOGIN, json=body)).status_code == 200
        answer = await browser.post(POSTLOGIN, json=body)
    elif case == "late":
        clock.advance_clock(timedelta(minutes=16))
        answer = await browser.post(POSTLOGIN, json=body)
    elif case == "other state":
        await company.send(browser, email)
        answer = await browser.post(POSTLOGIN, json=body | {"RelayState": "x" * 43})
    else:
        company.provider.claims["aud"] = "somebody-else"
        answer = await browser.post(POSTLOGIN, json=body)
    assert (answer.status_code, answer.json()["errorCode"]) == (401, "sso.failed")


@pytest.mark.parametrize("path", [POSTLOGIN, "/identity/resources/auth/v1/user/oidc/postlogin"])
async def test_another_providers_code_is_not_shown_to_this_one(
    company: Company, new_client: NewClient, path: str
):
    """Mix-up: a provider that sends people on to another one does not get that one's codes (RFC 9207)."""
    browser, email = new_client(), f"ann@{company.domain}"
    back = company.provider.sign_in(await company.send(browser, email), email=email)
    body = {"code": back["code"], "RelayState": back["state"], "state": back["state"]}
    other = await browser.post(path, json=body | {"iss": "https://honest.example"})
    assert (other.status_code, other.json()["errorCode"]) == (401, "sso.failed")
    assert company.provider.has_waiting(back["code"])

    own = company.provider.sign_in(await company.send(browser, email), email=email)
    body = {"code": own["code"], "RelayState": own["state"], "state": own["state"]}
    answer = await browser.post(path, json=body | {"iss": company.provider.issuer})
    assert answer.status_code == 200, answer.text


async def test_who_was_invited_accepts_by_it(
    company: Company, new_client: NewClient, world: World, run_jobs
):
    email = f"ann@{company.domain}"
    invited = await company.admin.browser.post(
        "/identity/resources/users/v2",
        json={"email": email, "roleIds": [await company.role("ReadOnly")]},
    )
    assert invited.status_code == 201, invited.text
    browser = new_client()
    answer = await company.come(browser, email)
    assert answer.status_code == 200, answer.text
    assert (await me(browser, answer))["tenantId"] == str(company.admin.tenant_id)


async def test_a_new_user_does_not_enter_the_company_of_an_older_invitation(
    company: Company, new_client: NewClient, world: World
):
    email = f"ann@{company.domain}"
    other = await world.person("Admin")
    invited = await other.browser.post(
        "/identity/resources/users/v2", json={"email": email, "roleIds": []}
    )
    assert invited.status_code == 201, invited.text
    assert (await company.come(new_client(), email)).status_code == 200
    # The invitation is older: without a choice it would be the first.
    assert (await get_user_by_email(world, email))["tenantId"] == str(company.admin.tenant_id)


async def test_who_is_disabled_stays_out(company: Company, new_client: NewClient, db: Db):
    browser, email = new_client(), f"ann@{company.domain}"
    await company.come(browser, email)
    await db.connection.execute(
        "update memberships set is_disabled = true where tenant_id = $1 and user_id ="
        " (select id from users where email = $2)",
        company.admin.tenant_id, email,
    )  # fmt: skip
    answer = await company.come(browser, email)
    assert (answer.status_code, answer.json()["errorCode"]) == (403, "login.no_access")


async def test_a_required_second_factor_is_asked_for_as_the_policy_says(
    company: Company, new_client: NewClient
):
    policy = "/identity/resources/configurations/v1/mfa-policy"
    email = f"ann@{company.domain}"
    for kind, asked in (("Force", True), ("ForceExceptSAML", False)):
        saved = await company.admin.browser.post(policy, json={"enforceMFAType": kind})
        assert saved.status_code in (200, 201), saved.text
        answer = await company.come(new_client(), email)
        assert answer.status_code == 200, answer.text
        assert bool(answer.json().get("mfaRequired")) is asked


async def test_where_it_is_required_a_password_does_not_do(
    company: Company, new_client: NewClient, world: World, admin: Person
):
    _, known = await world.member(admin.tenant_id, address=f"known@{company.domain}")
    unknown = f"nobody@{company.domain}"
    tried = {"password": "whatever it is"}
    for email in (known, unknown):
        answer = await new_client().post(LOGIN, json={"email": email, **tried})
        assert (answer.status_code, answer.json()["errorCode"]) == (401, "ER-01013")
    await company.change(enforced=True)
    answers = [
        await new_client().post(LOGIN, json={"email": email, **tried}) for email in (known, unknown)
    ]
    assert [(one.status_code, one.json()["errorCode"]) for one in answers] == [
        (403, "sso.required"), (403, "sso.required"),
    ]  # fmt: skip
    assert answers[0].json()["errors"] == answers[1].json()["errors"]
    assert (await company.come(new_client(), known)).status_code == 200
    # People of other domains sign in as before.
    other = await new_client().post(LOGIN, json={"email": admin.email, **tried})
    assert other.json()["errorCode"] == "ER-01013"


@pytest.mark.parametrize("signs_in", ["here", "elsewhere", "at another company"])
async def test_who_opened_the_company_before_their_address_was_verified_keeps_it(
    world: World, names: Names, provider: CompanyProvider, new_client: NewClient, signs_in: str
):
    """The company has proved the domain of the address since, or the browser is that of the sign-up."""
    domain = f"{uuid4().hex[:12]}.example"
    address, browser = f"vera@{domain}", new_client()
    await world.configure("update vendor set allow_not_verified_users_login = true")
    try:
        made = (await browser.post(SIGN_UP, json=form(address, companyName="Prospect"))).json()
    finally:
        await world.configure("update vendor set allow_not_verified_users_login = false")
    tenant_id = UUID(made["tenantId"])
    if signs_in == "at another company":
        other = await world.person("Admin")
    else:
        other = await world.person("Admin", tenant_id=tenant_id)
    company = await Company.set_up(other, names, provider)
    await own_domain(other.browser, names, company.connection_id, domain)
    await world.member(tenant_id, "ReadOnly")
    enters = new_client() if signs_in == "elsewhere" else browser
    answer = await company.come(enters, address)
    assert answer.status_code == 200, answer.text
    if signs_in != "at another company":
        assert (await me(enters, answer))["tenantId"] == str(tenant_id)
        assert await roles(enters, answer) == {"Admin"}
    token = answer.json()["accessToken"]
    mine = await enters.get(f"{ME}/tenants", headers={"authorization": f"Bearer {token}"})
    assert str(tenant_id) in {one["tenantId"] for one in mine.json()}
