"""One person and whole lists of accounts that come from elsewhere."""

import base64
import hmac
from typing import Any
from uuid import uuid4

import pyotp
import pytest

from gatehouse.kit import clock
from tests.identity.passwordless_steps import refusal
from tests.identity.signup_steps import GOOD, new_address
from tests.identity.test_users import signs_in
from tests.imports.user_rows import BCRYPT
from tests.vendor_view import address_exists

LOCAL = "/identity/resources/migrations/v1/local"
TENANTS = "/tenants/resources/migrations/v1/tenants"


async def test_a_user_is_migrated_with_their_password_hash(backend, asgi, world):
    tenant_id, address = await world.tenant(), new_address()
    body = {
        "tenantId": str(tenant_id),
        "email": address.upper(),
        "name": "Ada Poe",
        "passwordHash": BCRYPT,
        "passwordHashType": "bcrypt",
        "externalId": "old-7",
        "metadata": '{"a":1}',
        "verifyUser": True,
    }
    taken = await backend.post(LOCAL, json=body)
    assert taken.status_code == 201, taken.text
    shown = taken.json()
    assert (shown["email"], shown["verified"], shown["externalId"]) == (address, True, "old-7")
    assert (shown["tenantIds"], shown["metadata"]) == ([str(tenant_id)], '{"a":1}')
    assert await signs_in(asgi, address) == (200, "")
    again = await backend.post(LOCAL, json=body)
    assert refusal(again) == (409, "user_imports.not_taken")


async def test_second_factors_come_along_but_not_into_an_account_that_is_there(
    backend, asgi, world
):
    tenant_id, secret = await world.tenant(), pyotp.random_base32()
    new, number = new_address(), "+49 30 901820"
    person = {"tenantId": str(tenant_id), "passwordHash": BCRYPT, "verifyUser": True}
    factors = {
        "authenticatorAppMfaSecret": secret,
        "phoneNumber": number,
        "phoneNumberType": "mfa",
    }
    taken = await backend.post(LOCAL, json={**person, **factors, "email": new})
    assert taken.json()["mfaEnrolled"] is True, taken.text
    assert await signs_in(asgi, new) == (200, "mfa")
    login = await backend.post(
        "/identity/resources/auth/v1/user", json={"email": new, "password": GOOD}
    )
    shown = await backend.post(
        "/identity/resources/auth/v1/user/mfa/verify",
        json={"mfaToken": login.json()["mfaToken"], "value": pyotp.TOTP(secret).at(clock.now())},
    )
    assert shown.status_code == 201, shown.text
    there = await world.person("Admin")
    joined = await backend.post(LOCAL, json={**person, **factors, "email": there.email})
    assert (joined.status_code, joined.json()["mfaEnrolled"]) == (201, False)
    assert str(tenant_id) in joined.json()["tenantIds"]


async def test_a_secret_as_short_as_apps_once_made_them_still_lets_its_owner_in(backend, world):
    secret, address = "GEZDGNBVGY3TQOJQ", new_address()
    person = {"email": address, "tenantId": str(await world.tenant()), "verifyUser": True}
    more = {"passwordHash": BCRYPT, "authenticatorAppMfaSecret": secret}
    assert (await backend.post(LOCAL, json=person | more)).status_code == 201
    login = await backend.post(
        "/identity/resources/auth/v1/user", json={"email": address, "password": GOOD}
    )
    # RFC 4226 §5.3, with a key that pyotp takes to be too short.
    key, step = base64.b32decode(secret), int(clock.now().timestamp()) // 30
    digest = hmac.digest(key, step.to_bytes(8, "big"), "sha1")
    at = digest[-1] & 15
    number = int.from_bytes(digest[at : at + 4], "big") & 0x7FFFFFFF
    shown = await backend.post(
        "/identity/resources/auth/v1/user/mfa/verify",
        json={"mfaToken": login.json()["mfaToken"], "value": f"{number % 10**6:06}"},
    )
    assert shown.status_code == 201, shown.text


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"tenantId": None}, 400),
        ({"email": "nobody"}, 400),
        ({"passwordHash": "abc", "passwordHashType": "sha1"}, 400),
        ({"passwordHash": "abc"}, 400),
        ({"authenticatorAppMfaSecret": "no base32!"}, 400),
        # Letters that are no number of bytes.
        ({"authenticatorAppMfaSecret": "A" * 17}, 400),
        ({"phoneNumber": "030", "phoneNumberType": "mfa"}, 400),
        ({"provider": "nobody"}, 400),
        ({"metadata": "[]"}, 400),
        ({"tenantId": str(uuid4())}, 409),
        ({"roleIds": [str(uuid4())]}, 409),
    ],
)
async def test_invalid_users_are_not_migrated(backend, world, wrong, status):
    address = new_address()
    body = {"tenantId": str(await world.tenant()), "email": address, **wrong}
    answer = await backend.post(LOCAL, json=body)
    assert answer.status_code == status, answer.text
    assert not await address_exists(world, address)


async def test_accounts_come_in_a_list(backend, world, run_jobs):
    there, wanted = str(await world.tenant()), str(uuid4())
    tenants = [
        {"tenantId": wanted, "name": "Acme"},
        {"name": "Acme Sub", "parentTenantId": wanted},
        there,
        str(uuid4()),
        {"tenantId": wanted, "name": "Acme again"},
    ]
    begun = await backend.post(TENANTS, json={"tenants": tenants})
    assert begun.status_code == 202, begun.text
    status = f"{TENANTS}/status/{begun.json()['migrationId']}"
    assert (await backend.get(status)).json()["status"] == "NotStarted"
    await run_jobs()
    done = (await backend.get(status)).json()
    assert (done["status"], done["total"]) == ("CompletedWithErrors", 5)
    assert (done["succeeded"], done["failed"]) == (3, 2)
    assert [(one.get("tenantId"), one.get("name"), one["code"]) for one in done["errors"]] == [
        (tenants[3], None, "tenants.not_found"),
        (None, "Acme again", "tenants.id_taken"),
    ]
    assert (await backend.get(f"/tenants/resources/tenants/v2/{wanted}")).json()["name"] == "Acme"
    bodies: list[dict[str, Any]] = [
        {},
        *({"tenants": one} for one in ([], ["x/y"], [{"name": ""}])),
    ]
    for wrong in bodies:
        assert (await backend.post(TENANTS, json=wrong)).status_code == 400, wrong
    assert refusal(await backend.get(f"{TENANTS}/status/{uuid4()}")) == (404, "tasks.not_found")
