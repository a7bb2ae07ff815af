"""Users whose address changes keep their way in through single sign-on, and no other user's account opens."""

from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID, uuid4

import pytest

from tests.audit_log import audit_entries
from tests.conftest import NewClient
from tests.directory.api_tokens import PLACES
from tests.identity.sso.company import Company
from tests.identity.sso.either import AnyCompany, set_up
from tests.identity.sso.provider import CompanyProvider
from tests.identity.sso.saml_steps import me
from tests.identity.sso.steps import Names, own_domain
from tests.scim.directory import Directory, connect
from tests.vendor_view import emails_of, factors_of, get_user, identities_of
from tests.world import Db, Person, World

USERS = "/identity/resources/users"


@pytest.fixture(params=["oidc", "saml"])
async def company(
    request: pytest.FixtureRequest, admin: Person, names: Names, provider: CompanyProvider
) -> AnyCompany:
    return await set_up(request.param, admin, names, provider)


@pytest.fixture
async def directory(world: World, company: AnyCompany) -> Directory:
    return await connect(world, company.admin)


async def rename(directory: Directory, user: dict[str, Any], address: str) -> None:
    changed = await directory.patch(
        user,
        {"op": "replace", "path": "userName", "value": address},
        {"op": "replace", "path": 'emails[type eq "work"].value', "value": address},
    )
    assert changed.status_code == 200, changed.text


def of(domain: str, name: str) -> dict[str, Any]:
    address = f"{name}@{domain}"
    return {"userName": address, "emails": [{"value": address, "type": "work", "primary": True}]}


async def test_the_same_subject_comes_in_after_the_directory_changed_the_address(
    company: AnyCompany, directory: Directory, new_client: NewClient
):
    old, new = f"pat@{company.domain}", f"pat.new@{company.domain}"
    user = await directory.user(**of(company.domain, "pat"))
    assert (await company.come(new_client(), old)).status_code == 200
    await rename(directory, user, new)
    browser = new_client()
    found = await me(browser, await company.come(browser, new))
    assert found["email"] == new
    assert found["tenantId"] == str(company.admin.tenant_id)
    # Also while the identity provider still has the old address.
    assert (await company.come(new_client(), old)).status_code == 200
    # Users that the directory disables or removes cannot sign in.
    off = {"op": "replace", "path": "active", "value": False}
    assert (await directory.patch(user, off)).status_code == 200
    refused = await company.come(new_client(), new)
    assert refused.status_code in {401, 403}, refused.text
    assert (await directory.http.delete(f"/Users/{user['id']}")).status_code == 204
    refused = await company.come(new_client(), new)
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "sso.refused")


async def test_the_same_subject_comes_in_while_the_provider_has_the_old_address(
    company: AnyCompany, directory: Directory, new_client: NewClient
):
    """The directory is ahead of the identity provider."""
    old, new = f"pat@{company.domain}", f"pat.new@{company.domain}"
    user = await directory.user(**of(company.domain, "pat"))
    assert (await company.come(new_client(), old)).status_code == 200
    await rename(directory, user, new)
    browser = new_client()
    assert (await me(browser, await company.come(browser, old)))["email"] == new


@pytest.mark.parametrize("by", ["directory", "administrator"])
async def test_a_link_of_a_removed_user_is_repaired_at_the_next_sign_in(
    company: AnyCompany,
    world: World,
    new_client: NewClient,
    by: str,
):
    """The subject still opens an account that has left the tenant, and its address is a member's."""
    old, new = f"pat@{company.domain}", f"pat.new@{company.domain}"
    browser = new_client()
    first = await me(browser, await company.come(browser, old))
    gone = await company.admin.browser.delete(f"{USERS}/v1/{first['id']}")
    assert gone.status_code == 200, gone.text
    refused = await company.come(new_client(), new)
    assert refused.status_code == 403, refused.text
    if by == "directory":
        await (await connect(world, company.admin)).user(**of(company.domain, "pat.new"))
    else:
        roles = (await company.admin.browser.get("/identity/resources/roles/v1")).json()
        body = {"email": new, "roleIds": [roles[0]["id"]]}
        invited = await company.admin.browser.post(f"{USERS}/v2", json=body)
        assert invited.status_code == 201, invited.text
    browser = new_client()
    found = await me(browser, await company.come(browser, new))
    assert found["email"] == new
    assert found["id"] != first["id"]
    kept = (await company.admin.browser.get(f"{company.path}/links")).json()["items"]
    assert [link["userId"] for link in kept] == [found["id"]]


@pytest.mark.parametrize("role", ["Admin", "ReadOnly"])
@pytest.mark.parametrize("managed_by", ["frontegg", "scim2"])
async def test_who_was_removed_does_not_come_back_as_a_colleague(
    company: AnyCompany, world: World, new_client: NewClient, db: Db, role: str, managed_by: str
):
    """At providers where users edit their own address, a user who was removed names that of a colleague who
    was a member before and has not used single sign-on."""
    boss, _ = await world.member(company.admin.tenant_id, role, address=f"boss@{company.domain}")
    await db.connection.execute(
        "update memberships set managed_by = $2, created_at = now() - interval '2 days'"
        " where user_id = $1",
        boss,
        managed_by,
    )
    browser = new_client()
    first = await me(browser, await company.come(browser, f"pat@{company.domain}"))
    gone = await company.admin.browser.delete(f"{USERS}/v1/{first['id']}")
    assert gone.status_code == 200, gone.text
    refused = await company.come(new_client(), f"boss@{company.domain}")
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "sso.refused")
    assert "removed" in refused.json()["errors"][0]


async def test_who_was_removed_does_not_come_back_as_a_colleague_who_came_later(
    company: AnyCompany, world: World, new_client: NewClient
):
    """A colleague who came later by an invitation, and has accepted it."""
    browser = new_client()
    first = await me(browser, await company.come(browser, f"pat@{company.domain}"))
    gone = await company.admin.browser.delete(f"{USERS}/v1/{first['id']}")
    assert gone.status_code == 200, gone.text
    await world.member(company.admin.tenant_id, "Admin", address=f"boss@{company.domain}")
    refused = await company.come(new_client(), f"boss@{company.domain}")
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "sso.refused")


async def test_an_account_that_a_stranger_signed_up_is_taken_from_them(
    company: AnyCompany, directory: Directory, new_client: NewClient, world: World, db: Db
):
    """Nothing that was left in an account with an unverified address opens it after the change."""
    old, new = f"pat@{company.domain}", f"pat.new@{company.domain}"
    stranger = await db.connection.fetchval(
        "insert into users (id, email, name, created_at, updated_at)"
        " values (gen_random_uuid(), $1, 'Stranger', now(), now()) returning id",
        new,
    )
    await db.connection.execute(
        "insert into mfa_emails (user_id, created_at) values ($1, now())", stranger
    )
    user = await directory.user(**of(company.domain, "pat"))
    assert (await company.come(new_client(), old)).status_code == 200
    await rename(directory, user, new)
    browser = new_client()
    found = await me(browser, await company.come(browser, new))
    assert found["id"] == str(stranger)
    assert await factors_of(world, stranger) == []


async def test_a_directory_takes_over_no_account_that_another_subject_opens(
    company: AnyCompany, directory: Directory, new_client: NewClient
):
    """Bob has left, and Pat gets his address: the subject of Pat does not open the account of Bob."""
    bobs = f"bob@{company.domain}"
    assert (await company.come(new_client(), bobs, sub="bob")).status_code == 200
    user = await directory.user(**of(company.domain, "pat"))
    assert (await company.come(new_client(), f"pat@{company.domain}")).status_code == 200
    await rename(directory, user, bobs)
    refused = await company.come(new_client(), bobs)
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "sso.refused")


async def test_a_directory_takes_over_no_account_of_the_former_owner_of_its_domain(
    company: AnyCompany,
    directory: Directory,
    world: World,
    names: Names,
    provider: CompanyProvider,
    new_client: NewClient,
):
    """The domain expired and was registered anew: its new owner gets no earlier account, also by way of a
    directory that gives one of its users the address."""
    former = await Company.set_up(await world.person("Admin"), names, provider)
    bobs = f"bob@{former.domain}"
    assert (await former.come(new_client(), bobs, sub="bob")).status_code == 200
    await former.admin.browser.delete(f"{former.path}/domains/{former.domain_id}")
    await own_domain(company.admin.browser, names, company.connection_id, former.domain)
    user = await directory.user(**of(company.domain, "pat"))
    assert (await company.come(new_client(), f"pat@{company.domain}")).status_code == 200
    await rename(directory, user, bobs)
    for address in (bobs, f"pat@{company.domain}"):
        refused = await company.come(new_client(), address)
        assert (refused.status_code, refused.json()["errorCode"]) == (403, "sso.refused"), address


async def test_a_link_follows_into_no_domain_that_is_not_the_connections(
    company: AnyCompany,
    directory: Directory,
    names: Names,
    new_client: NewClient,
    world: World,
):
    """The directory may name any address; the connection opens its own domains only, also later."""
    stranger, address = await world.member(
        await world.tenant(), address=f"eve@{uuid4().hex[:12]}.example"
    )
    user = await directory.user(**of(company.domain, "pat"))
    assert (await company.come(new_client(), f"pat@{company.domain}")).status_code == 200
    await rename(directory, user, address)
    for email in (address, f"pat@{company.domain}"):
        refused = await company.come(new_client(), email)
        assert (refused.status_code, refused.json()["errorCode"]) == (403, "sso.refused"), email
    assert await identities_of(world, stranger) == []


async def test_the_links_of_another_tenants_connections_stay(
    company: AnyCompany,
    directory: Directory,
    new_client: NewClient,
    world: World,
    names: Names,
    provider: CompanyProvider,
    db: Db,
):
    """Only this tenant's directory speaks: what other tenants' connections open is theirs."""
    other = await Company.set_up(await world.person("Admin"), names, provider)
    user = await directory.user(**of(company.domain, "pat"))
    browser = new_client()
    pat = await me(browser, await company.come(browser, f"pat@{company.domain}"))
    await db.connection.execute(
        "insert into external_identities"
        " (id, kind, provider, issuer, subject, user_id, email, created_at, last_used_at)"
        " values (gen_random_uuid(), 'oidc', $1, 'https://other.example', 'x', $2, '', now(), now())",
        other.connection_id,
        UUID(pat["id"]),
    )
    await rename(directory, user, f"pat.new@{company.domain}")
    providers = {one["provider"] for one in await identities_of(world, pat["id"])}
    assert str(other.connection_id) in providers


async def give_up_old_domain(company: AnyCompany, names: Names, db: Db) -> str:
    """The company has a second domain, and gives up the first; the one that it keeps."""
    kept = f"{uuid4().hex[:12]}.example"
    await own_domain(company.admin.browser, names, company.connection_id, kept)
    domain_id = await db.connection.fetchval(
        "select id from sso_domains where tenant_id = $1 and domain = $2",
        company.admin.tenant_id,
        company.domain,
    )
    gone = await company.admin.browser.delete(f"{company.path}/domains/{domain_id}")
    assert gone.status_code == 200, gone.text
    company.domain = kept
    return kept


async def test_a_company_that_gives_up_a_domain_keeps_its_users(
    company: AnyCompany,
    names: Names,
    new_client: NewClient,
    db: Db,
    world: World,
    run_jobs: Callable[[], Awaitable[None]],
):
    """The account takes the new address, and nothing that the mailbox of the old one could set up stays."""
    browser = new_client()
    old = f"pat@{company.domain}"
    before = await me(browser, await company.come(browser, old))
    await db.connection.execute(
        "insert into mfa_emails (user_id, created_at) values ($1, now())", UUID(before["id"])
    )
    kept = await give_up_old_domain(company, names, db)
    later = new_client()
    after = await me(later, await company.come(later, f"pat@{kept}"))
    assert (after["id"], after["email"]) == (before["id"], f"pat@{kept}")
    assert await factors_of(world, before["id"]) == []
    refreshed = await browser.post("/identity/resources/auth/v1/user/token/refresh")
    assert refreshed.status_code == 401
    told = len(await audit_entries(world, company.admin.tenant_id, "user.email_changed"))
    assert told == 1
    # The old mailbox may be another person's by now.
    await run_jobs()
    assert world.mails(old) == []
    assert [one["email"] for one in await emails_of(world, before["id"])] == [f"pat@{kept}"]
    # And again, as ever.
    assert (await company.come(new_client(), f"pat@{kept}")).status_code == 200


async def test_access_to_accounts_below_belongs_to_no_other_company(
    company: AnyCompany, names: Names, new_client: NewClient, db: Db, world: World
):
    browser = new_client()
    before = await me(browser, await company.come(browser, f"pat@{company.domain}"))
    await db.connection.execute(
        "insert into memberships (tenant_id, user_id, activated, inherited_from, created_at)"
        " values ($1, $2, true, $3, now())",
        await world.tenant(parent=company.admin.tenant_id),
        UUID(before["id"]),
        company.admin.tenant_id,
    )
    kept = await give_up_old_domain(company, names, db)
    later = new_client()
    after = await me(later, await company.come(later, f"pat@{kept}"))
    assert (after["id"], after["email"]) == (before["id"], f"pat@{kept}")


async def test_tokens_of_the_company_stay_and_personal_ones_end(
    company: AnyCompany, names: Names, new_client: NewClient, db: Db
):
    """Other systems of the company call with the first, whichever administrator has made it."""
    http = company.admin.browser
    roles = (await http.get("/identity/resources/roles/v1")).json()
    admin = next(role["id"] for role in roles if role["key"] == "Admin")
    await http.put(f"{company.path}/roles", json={"roleIds": [admin]})
    browser = new_client()
    entered = await company.come(browser, f"pat@{company.domain}")
    browser.headers["authorization"] = f"Bearer {entered.json()['accessToken']}"
    made = {}
    for kind in ("tenantApiToken", "userApiToken"):
        body = {"description": kind, "roleIds": [admin]} if kind == "tenantApiToken" else {}
        answer = await browser.post(PLACES[kind][0], json={"description": kind, **body})
        assert answer.status_code == 201, answer.text
        made[kind] = UUID(answer.json()["clientId"])
    kept = await give_up_old_domain(company, names, db)
    assert (await company.come(new_client(), f"pat@{kept}")).status_code == 200
    left = await db.connection.fetch(
        "select id from api_tokens where id = any ($1::uuid[])", list(made.values())
    )
    assert [row["id"] for row in left] == [made["tenantApiToken"]]


@pytest.mark.parametrize(
    "case", ["other tenant", "staff", "not active", "address taken", "no address of its own"]
)
async def test_no_other_account_takes_the_address(
    company: AnyCompany,
    names: Names,
    new_client: NewClient,
    db: Db,
    world: World,
    case: str,
):
    """The old address may be another company's by now, and the account may hold what is theirs."""
    browser = new_client()
    before = await me(browser, await company.come(browser, f"pat@{company.domain}"))
    kept = await give_up_old_domain(company, names, db)
    address = f"pat@{kept}"
    if case == "other tenant":
        await db.connection.execute(
            "insert into memberships (tenant_id, user_id, activated, created_at)"
            " values ($1, $2, false, now())",
            await world.tenant(),
            UUID(before["id"]),
        )
    elif case == "staff":
        await db.connection.execute(
            "insert into staff (user_id, role, created_at) values ($1, 'owner', now())",
            UUID(before["id"]),
        )
    elif case == "not active":
        await db.connection.execute(
            "update memberships set activated = false where user_id = $1", UUID(before["id"])
        )
    elif case == "address taken":
        await world.member(await world.tenant(), address=address)
    else:
        address = f"pat@{company.domain}x.example"
    refused = await company.come(new_client(), address)
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "sso.refused")
    assert (await get_user(world, before["id"]))["email"] == before["email"]


@pytest.mark.parametrize("company", ["oidc"], indirect=True)
async def test_an_account_takes_no_address_that_the_provider_has_not_verified(
    company: AnyCompany, names: Names, new_client: NewClient, world: World, db: Db
):
    """Else a user takes the address of a colleague who has no account yet, and all that is sent to it."""
    browser = new_client()
    before = await me(browser, await company.come(browser, f"pat@{company.domain}"))
    kept = await give_up_old_domain(company, names, db)
    refused = await company.come(new_client(), f"boss@{kept}", email_verified=False)
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "sso.refused")
    assert (await get_user(world, before["id"]))["email"] == before["email"]
