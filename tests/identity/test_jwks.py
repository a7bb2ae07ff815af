"""Published keys, and access tokens that are not ours."""

import base64
import hmac
import time
from typing import Any

import orjson
import pytest
from joserfc import jwt
from joserfc.jwk import ECKey, KeySet, RSAKey

from gatehouse.access.signing_keys import KeyRing
from gatehouse.access.tokens import AccessTokens
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.identity.browser import ME, Browser, new_browser

JWKS = "/.well-known/jwks.json"


@pytest.fixture
async def browser(world) -> Browser:
    return await new_browser(world)


@pytest.fixture
def claims(browser, resources) -> dict[str, Any]:
    """What a good token of this session would say."""
    now = int(time.time())
    return {
        "sub": str(browser.session.user_id),
        "tenantId": str(browser.session.tenant_id),
        "sid": str(browser.session.session_id),
        "iss": resources[AccessTokens].issuer,
        "aud": str(resources[VendorConfiguration].current.default.client_id),
        "iat": now,
        "exp": now + 300,
    }


async def test_a_token_is_verified_with_the_published_key_by_another_library(browser, client):
    keys = (await client.get(JWKS)).json()
    assert keys["keys"][0]["alg"] == "ES256"
    assert not any("d" in key for key in keys["keys"])
    token = jwt.decode(browser.session.access_token, KeySet.import_key_set(keys), ["ES256"])
    assert token.claims["sub"] == str(browser.session.user_id)


async def status(browser: Browser, token: str) -> int:
    answer = await browser.http.get(ME, headers={"authorization": f"Bearer {token}"})
    return answer.status_code


def signed(resources: Any, claims: dict[str, Any], **header: str) -> str:
    """With our own key."""
    key_id, key = resources[KeyRing].current()
    head = {"alg": "ES256", "typ": "JWT", "kid": key_id, **header}
    return jwt.encode(head, claims, ECKey.import_key(key.private), ["ES256"])


def hmac_signed(header: dict[str, Any], claims: dict[str, Any], secret: bytes) -> str:
    """By hand: libraries refuse to take a public key for a secret."""
    signed_part = ".".join(encode(orjson.dumps(part)) for part in (header, claims))
    return f"{signed_part}.{encode(hmac.digest(secret, signed_part.encode(), 'sha256'))}"


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


async def test_our_own_key_signs_what_is_accepted(browser, resources, claims):
    assert await status(browser, signed(resources, claims)) == 200


@pytest.mark.parametrize(
    "change",
    [
        {"aud": "other"},
        {"iss": "https://evil.test"},
        {"exp": 1},
        {"exp": "never"},
        {"sid": "00000000-0000-0000-0000-000000000000"},
    ],
)
async def test_a_wrong_claim_is_refused(browser, resources, claims, change):
    assert await status(browser, signed(resources, {**claims, **change})) == 401


async def test_other_algorithms_and_foreign_keys_are_refused(browser, resources, claims, client):
    published = (await client.get(JWKS)).json()["keys"][0]
    key_id = published["kid"]
    foreign = ECKey.generate_key("P-256")
    head = {"typ": "JWT", "kid": key_id}
    public_pem = ECKey.import_key(published).as_pem(private=False)
    tokens = {
        "foreign key": jwt.encode({**head, "alg": "ES256"}, claims, foreign, ["ES256"]),
        "key in the header": jwt.encode(
            {**head, "alg": "ES256", "jwk": foreign.as_dict(private=False)},
            claims,
            foreign,
            ["ES256"],
        ),
        "key at an address": jwt.encode(
            {**head, "alg": "ES256", "jku": "https://evil.test/jwks"}, claims, foreign, ["ES256"]
        ),
        "unknown key": jwt.encode(
            {**head, "alg": "ES256", "kid": "other"}, claims, foreign, ["ES256"]
        ),
        "public key as a secret": hmac_signed({**head, "alg": "HS256"}, claims, public_pem),
        "other algorithm": jwt.encode(
            {**head, "alg": "RS256"}, claims, RSAKey.generate_key(2048), ["RS256"]
        ),
    }
    good = signed(resources, claims)
    payload = good.split(".")[1]
    none = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0"
    tokens |= {
        "no algorithm": f"{none}.{payload}.",
        "no signature": good.rpartition(".")[0] + ".",
        "cut": good[:-4],
        "changed": good.replace(payload, payload[:-2] + "AA"),
        "nothing": "..",
        "long": good + "A" * 20_000,
    }
    for name, token in tokens.items():
        assert await status(browser, token) == 401, name
    assert await status(browser, good) == 200
