"""A test login passes exactly where the sign-in would succeed, and leaves nothing behind."""

from typing import Any
from uuid import UUID

import pytest

from tests.audit_log import audit_entries
from tests.conftest import NewClient
from tests.federation.saml_idp import signed
from tests.identity.sso.company import POSTLOGIN, Company
from tests.identity.sso.either import AnyCompany, set_up
from tests.identity.sso.provider import CompanyProvider
from tests.identity.sso.saml_steps import IDP, Asked, bring, finish, me
from tests.identity.sso.steps import Names, listed
from tests.security.tenant_rows import rows_of
from tests.world import Db, Person, World

USERS = "/identity/resources/users"


@pytest.fixture(params=["oidc", "saml"])
async def company(
    request: pytest.FixtureRequest, admin: Person, names: Names, provider: CompanyProvider
) -> AnyCompany:
    return await set_up(request.param, admin, names, provider)


async def run_test(
    company: AnyCompany, email: str, *, sub: str = "person-1", **more: Any
) -> dict[str, Any]:
    """A test login as this user of the identity provider, and what the administrator sees then."""
    http = company.admin.browser
    begun = await http.post(f"{company.path}/tests")
    assert begun.status_code == 201, begun.text
    test = begun.json()
    if isinstance(company, Company):
        back = company.provider.sign_in(test["address"], **{"sub": sub, "email": email, **more})
        over = await http.post(POSTLOGIN, json={"code": back["code"], "RelayState": back["state"]})
    else:
        asked = Asked.of(test["address"])
        message = company.message(asked, email, sub, **more)
        over = await finish(http, await bring(http, signed(message, IDP), asked.state))
    assert (over.status_code, over.json()["errorCode"]) == (409, "sso.tested")
    seen = await http.get(f"{company.path}/tests/{test['id']}")
    found: dict[str, Any] = seen.json()
    return found


def failed(test: dict[str, Any]) -> list[str]:
    return [check["name"] for check in test["checks"] if not check["passed"]]


async def test_an_account_that_opens_is_named(company: AnyCompany, new_client: NewClient):
    email = f"kim@{company.domain}"
    test = await run_test(company, email)
    account = test["checks"][-1]
    assert (test["passed"], account["name"], account["came"]) == (True, "account", email)
    assert account["says"] == "A new account is created"
    assert (await company.come(new_client(), email)).status_code == 200
    account = (await run_test(company, email))["checks"][-1]
    assert (account["says"], account["came"]) == ("The account was matched", email)


async def test_a_test_login_leaves_nothing_behind(
    company: AnyCompany, db: Db, world: World, new_client: NewClient
):
    """Neither for a new user, nor for one who would be linked, be given roles, or take over an account."""
    tenant = company.admin.tenant_id
    roles = (await company.admin.browser.get("/identity/resources/roles/v1")).json()
    await company.admin.browser.post(
        f"{company.path}/groups", json={"group": "staff", "roleIds": [roles[0]["id"]]}
    )
    _, known = await world.member(tenant, "ReadOnly", address=f"kim@{company.domain}")
    before = await rows_of(db, tenant)
    changed = ("audits", "sso_tests", "saml_answers")
    more: dict[str, Any] = {"groups": ["staff"]}
    if not isinstance(company, Company):
        more = {"attributes": {"groups": ["staff"]}}
    for email in (known, f"new@{company.domain}"):
        test = await run_test(company, email, sub=email, **more)
        assert test["passed"] is True, test
    after = await rows_of(db, tenant)
    for table in changed:
        before.pop(table), after.pop(table)
    assert after == before
    for statement in (
        "select count(*) from external_identities where provider = $1",
        "select count(*) from users where email = 'new@' || $1",
    ):
        argument = company.domain if "users" in statement else str(company.connection_id)
        assert await db.connection.fetchval(statement, argument) == 0
    told = await audit_entries(world, tenant, "user.*")
    assert {row["action"] for row in told} <= {"user.created", "user.invited"}


async def test_another_subject_fails_as_at_the_sign_in(company: AnyCompany, new_client: NewClient):
    email = f"kim@{company.domain}"
    assert (await company.come(new_client(), email, sub="before")).status_code == 200
    test = await run_test(company, email, sub="after")
    assert (test["passed"], failed(test)) == (False, ["account"])
    assert "Release the link" in test["checks"][-1]["mend"]
    assert (await company.come(new_client(), email, sub="after")).status_code == 403
    await company.admin.browser.delete(f"{company.path}/links")
    test = await run_test(company, email, sub="after")
    assert test["passed"] is True
    assert test["checks"][-1]["says"] == "The account was matched and will be linked"


@pytest.mark.parametrize("how", ["removed", "disabled", "locked", "domain given up"])
async def test_who_is_out_fails_as_at_the_sign_in(
    company: AnyCompany, new_client: NewClient, names: Names, db: Db, how: str
):
    email, http = f"kim@{company.domain}", company.admin.browser
    browser = new_client()
    user = (await me(browser, await company.come(browser, email)))["id"]
    if how == "removed":
        assert (await http.delete(f"{USERS}/v1/{user}")).status_code == 200
    elif how == "disabled":
        path = f"/identity/resources/tenants/users/v1/{user}/disable"
        assert (await http.post(path)).status_code == 200
    elif how == "locked":
        await db.connection.execute("update users set locked_at = now() where id = $1", UUID(user))
    else:
        [domain] = (await listed(http))[0]["domains"]
        assert (await http.delete(f"{company.path}/domains/{domain['id']}")).status_code == 200
    test = await run_test(company, email)
    assert test["passed"] is False
    assert failed(test) == (["domain"] if how == "domain given up" else ["account"])
    assert all(check["mend"] for check in test["checks"] if not check["passed"])


async def test_a_known_subject_passes_with_any_address(company: AnyCompany, new_client: NewClient):
    """The link counts, and not the address: as at the sign-in."""
    assert (await company.come(new_client(), f"kim@{company.domain}")).status_code == 200
    other = "kim@private.example"
    test = await run_test(company, other)
    assert (test["passed"], failed(test)) == (True, [])
    [domain] = [check for check in test["checks"] if check["name"] == "domain"]
    assert domain["mend"]
    assert (await company.come(new_client(), other)).status_code == 200
