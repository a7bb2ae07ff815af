"""From a proof to a session, and what its tokens say."""

import pytest

from gatehouse.access.client import Client
from gatehouse.access.tokens import AccessTokens
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in.errors import NoAccess
from gatehouse.identity.sign_in.flow import sign_in
from gatehouse.identity.sign_in.models import AuthenticationResult, SignInContext
from gatehouse.kit.db import Scope
from gatehouse.policies.errors import IpAddressRefused
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.audit_log import audit_entries
from tests.databases import opened

HERE = Client("192.0.2.7", "a browser")


async def test_a_sign_in_starts_a_session_with_a_valid_token(world, database, resources, db):
    tenant_id = await world.tenant("Acme")
    user_id, address = await world.member(tenant_id, "ReadOnly")
    async with opened(database, Scope.system()) as transaction:
        proof = AuthenticationResult(user_id, address, ("pwd",))
        signed_in = await sign_in(
            transaction, resources, proof, HERE, SignInContext(tenant_id=tenant_id)
        )
    assert isinstance(signed_in, SignedIn)
    claims = await resources[AccessTokens].verify(
        signed_in.access_token,
        audiences=[str(resources[VendorConfiguration].current.default.client_id)],
    )
    assert claims["sub"] == str(user_id)
    assert claims["type"] == "userToken"
    assert (claims["tenantId"], claims["tenantIds"]) == (str(tenant_id), [str(tenant_id)])
    assert (claims["email"], claims["email_verified"]) == (address, True)
    assert claims["roles"] == ["ReadOnly"]
    assert "fe.secure.read.*" in claims["permissions"]
    assert claims["exp"] - claims["iat"] == signed_in.expires_in == 300
    row = await db.connection.fetchrow("select * from sessions where id = $1", signed_in.session_id)
    assert (row["ip"], row["user_agent"], row["amr"]) == ("192.0.2.7", "a browser", ["pwd"])
    assert signed_in.refresh_token not in str(dict(row))
    [entry] = await audit_entries(world, tenant_id, "user.authenticated")
    assert (entry["user"], entry["email"]) == (str(user_id), address)


async def test_a_user_without_a_membership_gets_no_session(world, database, resources, db):
    tenant_id = await world.tenant()
    user_id, address = await world.member(tenant_id)
    await db.connection.execute(
        "update memberships set is_disabled = true where user_id = $1", user_id
    )
    proof, door = (
        AuthenticationResult(user_id, address, ("pwd",)),
        SignInContext(tenant_id=tenant_id),
    )
    async with opened(database, Scope.system()) as transaction:
        with pytest.raises(NoAccess):
            await sign_in(transaction, resources, proof, HERE, door)
    [entry] = await audit_entries(world, tenant_id, "user.failed_authentication")
    assert entry["user"] == str(user_id)


async def test_a_page_that_names_another_tenant_leads_to_the_own_one(world, database, resources):
    tenant_id = await world.tenant()
    user_id, address = await world.member(tenant_id)
    elsewhere = await world.tenant()
    async with opened(database, Scope.system()) as transaction:
        proof = AuthenticationResult(user_id, address, ("pwd",))
        signed_in = await sign_in(
            transaction, resources, proof, HERE, SignInContext(tenant_id=elsewhere)
        )
    assert isinstance(signed_in, SignedIn)
    assert signed_in.tenant_id == tenant_id


async def test_a_tenant_that_restricts_addresses_refuses_other_addresses(
    world, database, resources, db
):
    tenant_id = await world.tenant()
    user_id, address = await world.member(tenant_id, "Admin")
    proof, door = (
        AuthenticationResult(user_id, address, ("pwd",)),
        SignInContext(tenant_id=tenant_id),
    )
    await db.connection.execute(
        "with listed as (insert into ip_restrictions (id, tenant_id, network, strategy, is_active,"
        " created_at, updated_at) values (gen_random_uuid(), $1, '198.51.100.0/24', 'ALLOW', true,"
        " now(), now())) insert into entry_rules (tenant_id, updated_at, ip_active) values ($1, now(), true)",
        tenant_id,
    )
    async with opened(database, Scope.system()) as transaction:
        with pytest.raises(IpAddressRefused):
            await sign_in(transaction, resources, proof, HERE, door)
    inside = Client("198.51.100.9", "a browser")
    async with opened(database, Scope.system()) as transaction:
        assert isinstance(await sign_in(transaction, resources, proof, inside, door), SignedIn)
