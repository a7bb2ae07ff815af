"""What infrastructure code sends and reads: the published Terraform provider's calls, one kind of resource
each. Its token comes in `authorization`; lists that it leaves out are null; it takes an account, a role or a
permission that is there already for its own by the words of the refusal."""

from typing import Any
from uuid import uuid4

import httpx
import pytest

from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.backend import new_backend, restored_backend
from tests.identity.passwordless_steps import refusal
from tests.identity.signup_steps import new_address, sign_up_and_activate
from tests.identity.test_users import signs_in
from tests.world import Person, World

PERMISSIONS = "/identity/resources/permissions/v1"
ROLES = "/identity/resources/roles/v1"
TENANTS = "/tenants/resources/tenants"
USERS = "/identity/resources/users"
TEMPLATES = "/identity/resources/mail/v1/configs/templates"
ENTITLEMENTS = "/entitlements/resources/entitlements/v2"


@pytest.fixture
async def provider(world: World):
    async with restored_backend(world) as backend:
        http = world.new_client()
        http.headers["authorization"] = f"Bearer {backend.token}"
        yield http


@pytest.fixture
async def owner(asgi, world, run_jobs) -> Person:
    address = new_address()
    user_id, tenant_id = await sign_up_and_activate(asgi, world, run_jobs, address)
    person: Person = await world.sign_in(user_id, tenant_id, address)
    return person


async def sent(answer: httpx.Response) -> Any:
    assert answer.is_success, answer.text
    return answer.json()


async def new_tenant(provider: httpx.AsyncClient) -> str:
    made = await sent(await provider.post(f"{TENANTS}/v1", json={"name": "Acme"}))
    return str(made["tenantId"])


async def test_a_role_is_made_without_permissions_and_gets_them_then(provider):
    key = f"deployer-{uuid4().hex}"
    [role] = await sent(
        await provider.post(ROLES, json=[{"key": key, "name": key, "permissions": None}])
    )
    [held, *_] = await sent(await provider.get(PERMISSIONS))
    put = await provider.put(
        f"{ROLES}/{role['id']}/permissions", json={"permissionIds": [held["id"]]}
    )
    assert (await sent(put))["permissions"] == [held["id"]]
    again = await provider.post(ROLES, json=[{"key": key, "name": key}])
    assert again.status_code == 409
    assert "Roles already exists" in again.text


async def test_a_category_by_another_name_is_the_same_with_all_that_is_in_it(provider, db):
    name, other = f"Deploys {uuid4().hex}", f"Releases {uuid4().hex}"
    categories = f"{PERMISSIONS}/categories"
    made = await sent(await provider.post(categories, json={"name": name, "description": "Of it"}))
    key = f"acme.{uuid4().hex}"
    wanted = {"key": key, "name": key, "categoryId": made["id"]}
    [held] = await sent(await provider.post(PERMISSIONS, json=[wanted]))
    taken = await sent(await provider.post(categories, json={"name": f"Taken {name}"}))
    renaming = await provider.patch(f"{categories}/{taken['id']}", json={"name": name})
    assert refusal(renaming) == (409, "permissions.category_name_taken")

    await sent(await provider.patch(f"{categories}/{made['id']}", json={"name": other}))
    [shown] = [one for one in await sent(await provider.get(categories)) if one["id"] == made["id"]]
    assert (shown["name"], shown["description"]) == (other, "Of it")
    assert [one["id"] for one in shown["permissions"]] == [held["id"]]
    told = await db.connection.fetchval(
        "select data ->> 'differences' from audits where action = 'vendor.configuration_changed'"
        " and data ->> 'differences' like $1",
        f"%{other}%",
    )
    assert name in told


@pytest.mark.parametrize("start", ["", "example-tenant-id-"])
async def test_an_account_is_read_as_a_list_and_a_new_one_says_nothing_of_metadata(provider, start):
    """Its `key` is a UUID or any other text."""
    tenant_id = f"{start}{uuid4()}"
    wanted = {"tenantId": tenant_id, "name": "Acme", "applicationUrl": "https://acme.test"}
    made = await sent(await provider.post(f"{TENANTS}/v1", json=wanted))
    assert "metadata" not in made
    again = await provider.post(f"{TENANTS}/v1", json=wanted)
    assert again.status_code == 409
    assert "Tenant already exists" in again.text

    stored = await provider.post(
        f"{TENANTS}/v1/{tenant_id}/metadata", json={"metadata": {"segment": "gold"}}
    )
    assert (await sent(stored))["metadata"] == '{"segment":"gold"}'
    [shown] = await sent(await provider.get(f"{TENANTS}/v1/{tenant_id}"))
    assert (shown["tenantId"], shown["applicationUrl"]) == (tenant_id, "https://acme.test")
    assert shown["metadata"] == '{"segment":"gold"}'
    assert (await provider.delete(f"{TENANTS}/v1/{tenant_id}")).is_success
    assert await sent(await provider.get(f"{TENANTS}/v1/{tenant_id}")) == []


async def test_a_user_is_created_with_a_password_and_changes_it(provider, asgi, world, run_jobs):
    tenant_id, email = await new_tenant(provider), new_address()
    named = {"frontegg-tenant-id": tenant_id}
    wanted = {"email": email, "password": "correct-horse-battery-7", "skipInviteEmail": True,
              "roleIds": []}  # fmt: skip
    made = await sent(await provider.post(f"{USERS}/v2", headers=named, json=wanted))
    assert made["email"] == email
    assert (await provider.post(f"{USERS}/v1/{made['id']}/verify")).is_success
    await run_jobs()
    assert world.mails(email) == []
    assert (await signs_in(asgi, email, "correct-horse-battery-7"))[0] == 200

    change = {"password": "correct-horse-battery-7", "newPassword": "correct-horse-battery-8"}
    asked = {"frontegg-user-id": made["id"]}
    path = f"{USERS}/v1/passwords/change"
    assert (await provider.post(path, headers=asked, json=change)).is_success
    assert (await signs_in(asgi, email, "correct-horse-battery-8"))[0] == 200


async def test_a_pending_user_is_invited_again_and_a_password_opens_no_other_account(
    provider, asgi, world, run_jobs, owner
):
    tenant_id, email = await new_tenant(provider), new_address()
    named = {"frontegg-tenant-id": tenant_id}
    for _ in range(2):
        await sent(await provider.post(f"{USERS}/v2", headers=named, json={"email": email}))
        await run_jobs()
    assert len(world.mails(email)) == 2
    taken = await provider.post(
        f"{USERS}/v2",
        headers=named,
        json={"email": owner.email, "password": "another-one-entirely-9"},
    )
    assert refusal(taken) == (409, "users.email_taken")


@pytest.mark.parametrize("claim", ["iss", "sub", "exp", "iat", "aud"])
async def test_a_token_template_names_the_claims_that_every_token_has(provider, claim):
    claims = {"iss": "{{iss}}", "sub": "{{sub}}", "aud": "{{clientId}}", "exp": "{{exp}}",
              "iat": "{{iat}}", "email": "{{user.email}}", "segment": "gold"}  # fmt: skip
    template = {"key": f"k-{uuid4().hex}", "name": "Gold", "expiration": 3600, "algorithm": "RS256"}
    path = "/identity/resources/jwt-templates/v1"
    made = await sent(
        await provider.post(path, json={**template, "templateSchema": {"claims": claims}})
    )
    assert made["templateSchema"]["claims"] == claims
    forged = {**claims, claim: "somebody-else"}
    refused = await provider.put(
        f"{path}/{made['id']}", json={**template, "templateSchema": {"claims": forged}}
    )
    assert refused.status_code == 400
    assert f"{claim} is set by the server" in refused.text
    assert (await provider.delete(f"{path}/{made['id']}")).is_success


async def test_a_mail_leads_where_its_link_does_by_either_name_and_keeps_what_was_said(
    provider, world, run_jobs, owner
):
    said = {
        "type": "ResetPassword", "active": True, "fromName": "Acme", "senderEmail": "no@acme.test",
        "subject": "Again", "htmlTemplate": "<a href='{{redirectURL}}'>Here</a>",
        "redirectURL": "https://acme.test/reset?app={{APP_ID}}",
        "successRedirectUrl": "https://acme.test/done",
    }  # fmt: skip
    assert (await provider.post(TEMPLATES, json=said)).is_success
    [shown] = [
        one for one in await sent(await provider.get(TEMPLATES)) if one["type"] == said["type"]
    ]
    assert shown["htmlTemplate"] == said["htmlTemplate"]
    assert shown["redirectURLPattern"] == said["redirectURL"]
    assert shown["successRedirectUrlPattern"] == said["successRedirectUrl"]
    assert shown["redirectURL"].startswith("http://localhost:8000/")

    before = len(world.mails(owner.email))
    await world.resources[VendorConfiguration].load()
    asked = await world.new_client().post(
        "/identity/resources/users/v1/passwords/reset", json={"email": owner.email}
    )
    assert asked.is_success
    await run_jobs()
    [mail] = world.mails(owner.email)[before:]
    html = mail.get_body(("html",))
    assert html is not None
    assert "href='http://localhost:8000/account/reset-password?" in html.get_content()


async def test_plans_are_given_changed_and_taken_in_one_call_or_not_at_all(provider):
    tenant_id = await new_tenant(provider)
    plan = await sent(
        await provider.post(
            "/entitlements/resources/plans/v1",
            json={"name": f"Gold {uuid4().hex}", "defaultTreatment": "true"},
        )
    )
    given = {"planId": plan["id"], "tenantId": tenant_id}
    path = f"{ENTITLEMENTS}/batch-actions"
    [first] = (await sent(await provider.post(path, json={"createActions": [given]})))[
        "entitlementIds"
    ]

    unknown = {"createActions": [{**given, "tenantId": str(uuid4())}], "deleteActions": [first]}
    assert (await provider.post(path, json=unknown)).status_code == 404
    assert (await provider.get(f"{ENTITLEMENTS}/{first}")).is_success

    end = "2040-01-01T00:00:00Z"
    later = {"updateActions": [{"id": first, "expirationDate": end}]}
    assert await sent(await provider.post(path, json=later)) == {"entitlementIds": []}
    assert (await sent(await provider.get(f"{ENTITLEMENTS}/{first}")))["expirationDate"] == end
    cleared = {"updateActions": [{"id": first, "expirationDate": None}]}
    await sent(await provider.post(path, json=cleared))
    assert "expirationDate" not in await sent(await provider.get(f"{ENTITLEMENTS}/{first}"))
    await sent(await provider.post(path, json={"deleteActions": [first]}))
    assert (await provider.get(f"{ENTITLEMENTS}/{first}")).status_code == 404


async def test_a_feature_without_metadata_says_nothing_of_it(provider):
    key = f"sso-{uuid4().hex}"
    made = await sent(
        await provider.post("/entitlements/resources/features/v2", json={"key": key, "name": key})
    )
    assert "metadata" not in made
    path = f"/entitlements/resources/features/v1?featureIds={made['id']}&limit=1"
    [shown] = (await sent(await provider.get(path)))["items"]
    assert shown["key"] == key


async def test_a_user_source_is_asked_by_the_applications_that_were_named_last(provider):
    applications = await sent(await provider.get("/applications/resources/applications/v1"))
    application = applications[0]["id"]
    configuration = {
        "syncOnLogin": True, "tenantConfig": {"tenantResolverType": "new"},
        "wellknownUrl": "https://idp.example.com/.well-known/openid-configuration",
        "clientId": "client", "secret": "a-secret-of-it",
    }  # fmt: skip
    wanted = {"name": "Elsewhere", "configuration": configuration}
    path = "/identity/resources/user-sources/v1"
    made = await sent(await provider.post(f"{path}/federation", json=wanted))
    assert (made["index"], made["appIds"]) == (0, [])
    for app_ids in ([application], []):
        changed = await provider.put(
            f"{path}/federation/{made['id']}", json={**wanted, "appIds": app_ids}
        )
        assert changed.is_success, changed.text
        assert (await sent(await provider.get(f"{path}/{made['id']}")))["appIds"] == app_ids
    assert (await provider.delete(f"{path}/{made['id']}")).is_success


async def test_a_person_is_deleted_everywhere_where_no_account_is_named(
    provider, asgi, world, owner, run_jobs
):
    assert (await provider.delete(f"{USERS}/v1/{owner.id}")).status_code == 200
    assert (await signs_in(asgi, owner.email))[0] == 401
    await run_jobs()
    found = await provider.get(f"{USERS}/v1/email", params={"email": owner.email})
    assert refusal(found) == (404, "users.not_found")
    reader = (await new_backend(world, ["vendor.read.*"])).http
    assert (await reader.delete(f"{USERS}/v1/{owner.id}")).status_code == 403
