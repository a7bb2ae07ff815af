"""The modules of the plans for discovery: `oidcc-config-certification-test-plan`, and the ones with which the
two plans for logout begin."""

from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import pytest

from gatehouse.access.signing_keys import KeyRing
from tests.identity.browser import later, new_browser
from tests.identity.openid.relying_party import ISSUER, RelyingParty
from tests.world import Db, World

DOCUMENT = "/.well-known/openid-configuration"
REQUIRED = (
    "issuer",
    "authorization_endpoint",
    "token_endpoint",
    "userinfo_endpoint",
    "jwks_uri",
    "scopes_supported",
    "response_types_supported",
    "response_modes_supported",
    "grant_types_supported",
    "subject_types_supported",
    "id_token_signing_alg_values_supported",
    "token_endpoint_auth_methods_supported",
    "claims_supported",
    "claim_types_supported",
)


async def test_oidcc_discovery_endpoint_verification(world: World):
    http = world.new_client()
    answer = await http.get(DOCUMENT)
    metadata = answer.json()
    assert answer.headers["content-type"] == "application/json"
    assert set(REQUIRED) <= metadata.keys()
    assert metadata["issuer"] == ISSUER
    assert "openid" in metadata["scopes_supported"]
    assert metadata["response_types_supported"] == ["code"]
    assert {"RS256", "ES256"} == set(metadata["id_token_signing_alg_values_supported"])
    assert metadata["subject_types_supported"] == ["public"]
    for name, value in metadata.items():
        if name.endswith(("_endpoint", "_uri")):
            assert value.startswith(f"{ISSUER}/"), name
        if name.endswith("_supported"):
            assert isinstance(value, list | bool), name
    assert not metadata["request_parameter_supported"]
    assert not metadata["request_uri_parameter_supported"]
    same = await http.get("/.well-known/oauth-authorization-server")
    assert same.json() == metadata


async def test_the_published_keys_are_public_and_each_has_its_use(world: World):
    http = world.new_client()
    metadata = (await http.get(DOCUMENT)).json()
    keys = (await http.get(urlsplit(metadata["jwks_uri"]).path)).json()["keys"]
    assert len({key["kid"] for key in keys}) == len(keys)
    for key in keys:
        assert not {"d", "p", "q", "dp", "dq", "qi", "k"} & key.keys()
        assert key["use"] == "sig"
        assert key["alg"] in metadata["id_token_signing_alg_values_supported"]


@pytest.fixture
async def ring(world: World, db: Db) -> AsyncIterator[KeyRing]:
    """With the same keys afterwards."""
    ring = world.resources[KeyRing]
    before = [row["id"] for row in await db.connection.fetch("select id from signing_keys")]
    yield ring
    await db.connection.execute("delete from signing_keys where id <> all ($1)", before)
    await ring.load()


async def test_keys_change_while_tokens_of_both_count(
    party: RelyingParty, world: World, ring: KeyRing
):
    browser = await new_browser(world)
    before = await party.sign_in(browser.http)
    made = await ring.rotate()
    keys = (await world.new_client().get("/.well-known/jwks.json")).json()["keys"]
    assert made in {key["kid"] for key in keys}
    later(minutes=11)
    after = await party.sign_in(browser.http)
    assert ring.current()[0] == made
    for tokens in (before, after):
        await party.claims(tokens["id_token"])
    assert (await party.info(after["access_token"])).status_code == 200


@pytest.mark.parametrize(
    ("module", "names"),
    [
        ("oidcc-rp-initiated-logout-discovery-endpoint-verification", ["end_session_endpoint"]),
        (
            "oidcc-backchannel-logout-discovery-endpoint-verification",
            [
                "end_session_endpoint",
                "backchannel_logout_supported",
                "backchannel_logout_session_supported",
            ],
        ),
    ],
)
async def test_oidcc_logout_discovery(world: World, module: str, names: list[str]):
    metadata = (await world.new_client().get(DOCUMENT)).json()
    assert all(metadata[name] for name in names), module
