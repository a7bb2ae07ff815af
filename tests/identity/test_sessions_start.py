"""Starting a session, and what its tokens say."""

import pytest

from gatehouse.access.client import Client
from gatehouse.access.tokens import AccessTokens
from gatehouse.identity.sessions.errors import NotAMember
from gatehouse.identity.sessions.start import start_session
from gatehouse.kit.db import Scope
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.databases import opened

HERE = Client("192.0.2.7", "a browser")


async def test_a_session_starts_with_a_token_that_opens_doors(world, database, resources, db):
    tenant_id = await world.tenant("Acme")
    user_id, address = await world.member(tenant_id, "ReadOnly")
    async with opened(database, Scope.system()) as transaction:
        signed_in = await start_session(
            transaction, resources, user_id=user_id, tenant_id=tenant_id, client=HERE, amr=["pwd"]
        )
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
    audit = await db.connection.fetchrow(
        "select * from audits where actor_user_id = $1 and action = 'user.authenticated'", user_id
    )
    assert (audit["tenant_id"], audit["actor_email"]) == (tenant_id, address)


async def test_only_a_member_gets_a_session(world, database, resources):
    user_id, _ = await world.member(await world.tenant())
    elsewhere = await world.tenant()
    with pytest.raises(NotAMember):
        async with opened(database, Scope.system()) as transaction:
            await start_session(
                transaction,
                resources,
                user_id=user_id,
                tenant_id=elsewhere,
                client=HERE,
                amr=["pwd"],
            )
