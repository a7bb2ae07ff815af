"""Administrators see which accounts of their identity provider open which accounts, and release them."""

from typing import Any
from uuid import UUID

import pytest

from gatehouse.identity.external.queries import (
    RELEASE_ALL_LINKS,
    RELEASE_LINK,
    RELEASE_LINKS_OF_MEMBER,
)
from gatehouse.identity.sso.connections import queries
from tests.audit_log import audit_entries
from tests.conftest import NewClient
from tests.identity.sso.either import AnyCompany, SamlCompany, set_up
from tests.identity.sso.provider import CompanyProvider
from tests.identity.sso.saml_steps import me
from tests.identity.sso.steps import Names
from tests.world import Db, Person, World

USERS = "/identity/resources/users"
OF_USER = "/team/resources/sso/v1/users"
EMAIL_ADDRESS = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"
PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"


@pytest.fixture(params=["oidc", "saml"])
async def company(
    request: pytest.FixtureRequest, admin: Person, names: Names, provider: CompanyProvider
) -> AnyCompany:
    return await set_up(request.param, admin, names, provider)


async def links(company: AnyCompany, **query: str) -> list[dict[str, Any]]:
    answer = await company.admin.browser.get(f"{company.path}/links", params=query)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["items"]
    return found


@pytest.mark.parametrize("how", ["connection", "link", "user"])
async def test_another_subject_comes_in_after_an_administrator_released_the_link(
    company: AnyCompany, new_client: NewClient, world: World, how: str
):
    """As after a new registration of the application, where every subject is another."""
    email = f"kim@{company.domain}"
    browser = new_client()
    first = await me(browser, await company.come(browser, email, sub="before"))
    refused = await company.come(new_client(), email, sub="after")
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "sso.refused")
    assert "single sign-on settings" in refused.json()["errors"][0]
    [link] = await links(company)
    assert (link["subject"], link["email"], link["userId"]) == ("before", email, first["id"])
    http = company.admin.browser
    if how == "connection":
        released = await http.delete(f"{company.path}/links")
        assert released.json() == {"released": 1}
    elif how == "link":
        released = await http.delete(f"{company.path}/links/{link['id']}")
    else:
        [listed] = (await http.get(f"{OF_USER}/{first['id']}/links")).json()
        assert listed == link
        released = await http.delete(f"{OF_USER}/{first['id']}/links")
        assert released.json() == {"released": 1}
    assert released.status_code == 200, released.text
    again = new_client()
    after = await me(again, await company.come(again, email, sub="after"))
    assert after["id"] == first["id"]
    entries = await audit_entries(world, company.admin.tenant_id)
    noted = [entry for entry in entries if entry["action"].endswith("released")]
    assert [entry["severity"] for entry in noted] == ["High"]


@pytest.mark.parametrize("how", ["removed", "disabled"])
async def test_a_released_link_gives_no_access_to_removed_users(
    company: AnyCompany, new_client: NewClient, how: str
):
    email = f"kim@{company.domain}"
    browser, http = new_client(), company.admin.browser
    user = (await me(browser, await company.come(browser, email, sub="before")))["id"]
    if how == "removed":
        assert (await http.delete(f"{USERS}/v1/{user}")).status_code == 200
        [link] = await links(company)
        assert (link["userId"], link["userEmail"]) == (None, None)
    else:
        path = f"/identity/resources/tenants/users/v1/{user}/disable"
        assert (await http.post(path)).status_code == 200
    assert (await http.delete(f"{company.path}/links")).json() == {"released": 1}
    for subject in ("before", "after"):
        refused = await company.come(new_client(), email, sub=subject)
        assert refused.status_code in {401, 403}, refused.text
        assert refused.json().get("accessToken") is None


async def test_links_are_their_tenants(
    company: AnyCompany,
    world: World,
    names: Names,
    provider: CompanyProvider,
    new_client: NewClient,
):
    browser = new_client()
    user = await me(browser, await company.come(browser, f"kim@{company.domain}"))
    [link] = await links(company)
    stranger = await world.person("Admin")
    other = await set_up("saml", stranger, names, provider)
    for path in (f"{company.path}/links", f"{company.path}/links/{link['id']}"):
        answer = await stranger.browser.delete(path)
        assert (answer.status_code, answer.json()["errorCode"]) == (404, "sso.not_found")
    own_path = await stranger.browser.delete(f"{other.path}/links/{link['id']}")
    assert own_path.json()["errorCode"] == "sso.link_not_found"
    for call in (stranger.browser.get, stranger.browser.delete):
        answer = await call(f"{OF_USER}/{user['id']}/links")
        assert answer.json()["errorCode"] == "members.not_found"
    # Also where the user is a member of both: what the other tenant's connection opens stays.
    await world.member_of(stranger.tenant_id, UUID(user["id"]))
    assert (await stranger.browser.get(f"{OF_USER}/{user['id']}/links")).json() == []
    released = await stranger.browser.delete(f"{OF_USER}/{user['id']}/links")
    assert released.json() == {"released": 0}
    assert await links(company) == [link]


async def test_each_statement_on_links_keeps_to_its_tenant(
    company: AnyCompany, world: World, new_client: NewClient, db: Db
):
    """Also without row-level security and without the checks before it, which is what `db` has."""
    browser = new_client()
    user = await me(browser, await company.come(browser, f"kim@{company.domain}"))
    [link] = await links(company)
    user_id, link_id = UUID(user["id"]), UUID(link["id"])
    connection_id = UUID(link["connectionId"])
    stranger = await world.person("Admin")
    other = stranger.tenant_id
    await world.member_of(other, user_id)  # so that only the connection tells the tenants apart
    for tenant_id, count in ((other, 0), (company.admin.tenant_id, 1)):
        assert await queries.COUNT_LINKS.one(db, tenant_id, connection_id, "%") == count
        page = await queries.LINKS_PAGE.all(db, tenant_id, connection_id, "%", 10, 0)
        of_member = await queries.LINKS_OF_MEMBER.all(db, tenant_id, user_id)
        assert (len(page), len(of_member)) == (count, count)
    assert await RELEASE_LINK.first(db, other, connection_id, link_id) is None
    assert await RELEASE_LINKS_OF_MEMBER.all(db, other, user_id) == []
    assert await RELEASE_ALL_LINKS.one(db, other, connection_id) == 0
    assert await links(company) == [link]


async def test_who_may_not_give_the_roles_of_a_connection_releases_nothing(
    company: AnyCompany, world: World, new_client: NewClient
):
    browser = new_client()
    user = await me(browser, await company.come(browser, f"kim@{company.domain}"))
    roles = (await company.admin.browser.get("/identity/resources/roles/v1")).json()
    admins = next(role["id"] for role in roles if role["key"] == "Admin")
    await company.admin.browser.put(f"{company.path}/roles", json={"roleIds": [admins]})
    helper = await world.person(
        permissions=("fe.secure.read.samlConfiguration", "fe.secure.write.samlConfiguration"),
        tenant_id=company.admin.tenant_id,
    )
    [link] = await links(company)
    for path in (
        f"{company.path}/links",
        f"{company.path}/links/{link['id']}",
        f"{OF_USER}/{user['id']}/links",
    ):
        answer = await helper.browser.delete(path)
        assert (answer.status_code, answer.json()["errorCode"]) == (403, "sso.outranks_you"), path
    assert await links(company) == [link]


async def test_links_are_listed_in_pages_and_searched(company: AnyCompany, new_client: NewClient):
    for name in ("ann", "bob", "cleo"):
        email = f"{name}@{company.domain}"
        assert (await company.come(new_client(), email, sub=f"Sub of {name}")).status_code == 200
    page = await company.admin.browser.get(f"{company.path}/links?_limit=2&_offset=2")
    assert [one["email"].partition("@")[0] for one in page.json()["items"]] == ["cleo"]
    assert page.json()["_metadata"] == {"totalItems": 3, "totalPages": 2}
    assert [one["subject"] for one in await links(company, _filter="SUB OF B")] == ["Sub of bob"]
    assert [one["subject"] for one in await links(company, _filter="Ann@")] == ["Sub of ann"]
    assert await links(company, _filter="%") == []


@pytest.fixture
async def saml(admin: Person, names: Names, provider: CompanyProvider) -> SamlCompany:
    found = await set_up("saml", admin, names, provider)
    assert isinstance(found, SamlCompany)
    return found


async def test_an_address_as_name_id_is_the_same_in_any_case(
    saml: SamlCompany, new_client: NewClient
):
    email = f"kim@{saml.domain}"
    browser = new_client()
    first = await me(
        browser,
        await saml.come(browser, email, sub=f"Kim@{saml.domain}", name_id_format=EMAIL_ADDRESS),
    )
    for name_id in (email, email.upper()):
        again = new_client()
        answer = await saml.come(again, email, sub=name_id, name_id_format=EMAIL_ADDRESS)
        assert (await me(again, answer))["id"] == first["id"]
    assert len(await links(saml)) == 1


@pytest.mark.parametrize(
    ("known", "other", "name_id_format"),
    [
        ("aBc", "abc", PERSISTENT),
        # Another letter, which is k in lower case.
        ("kim@kept.example", "\N{KELVIN SIGN}im@kept.example", EMAIL_ADDRESS),
    ],
)
async def test_any_other_name_id_is_another_subject_in_another_case(
    saml: SamlCompany, new_client: NewClient, known: str, other: str, name_id_format: str
):
    email = f"kim@{saml.domain}"
    more = {"name_id_format": name_id_format}
    assert (await saml.come(new_client(), email, sub=known, **more)).status_code == 200
    refused = await saml.come(new_client(), email, sub=other, **more)
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "sso.refused")


async def test_of_two_links_that_differ_in_case_only_the_exact_one_counts(
    admin: Person, names: Names, provider: CompanyProvider, new_client: NewClient, db: Db
):
    """Accounts of before name ids were compared without case."""
    company = await set_up("saml", admin, names, provider)
    users = {}
    for name_id in (f"Kim@{company.domain}", f"lee@{company.domain}"):
        browser = new_client()
        more = {"sub": name_id, "name_id_format": EMAIL_ADDRESS}
        users[name_id] = (await me(browser, await company.come(browser, name_id, **more)))["id"]
    kim, lee = users
    await db.connection.execute(
        "update external_identities set subject = $2 where provider = $1 and subject = $3",
        company.connection_id,
        kim.lower(),
        lee,
    )
    for name_id, owner in ((kim, users[kim]), (kim.lower(), users[lee])):
        browser = new_client()
        more = {"sub": name_id, "name_id_format": EMAIL_ADDRESS}
        assert (await me(browser, await company.come(browser, name_id, **more)))["id"] == owner
