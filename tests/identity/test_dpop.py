"""Tokens that count only with a key (RFC 9449)."""

from typing import Any

import httpx
import pytest

from tests.identity.browser import ME, later, new_browser
from tests.identity.key_holder import KeyHolder
from tests.identity.oauth_steps import CALLBACK, TOKEN, VERIFIER, asking, claims_of, code_for
from tests.world import World

Tokens = dict[str, Any]


async def exchange(world: World, code: str, headers: dict[str, str]) -> httpx.Response:
    body = {
        "grant_type": "authorization_code",
        "client_id": asking(world)["client_id"],
        "code": code,
        "redirect_uri": CALLBACK,
        "code_verifier": VERIFIER,
    }
    return await world.new_client().post(TOKEN, data=body, headers=headers)


async def bound_tokens(world: World, holder: KeyHolder) -> Tokens:
    code = await code_for(world, await new_browser(world))
    answer = await exchange(world, code, holder.proof("POST", TOKEN))
    assert answer.status_code == 200, answer.text
    tokens: Tokens = answer.json()
    return tokens


async def refresh(world: World, token: str, headers: dict[str, str]) -> httpx.Response:
    body = {"grant_type": "refresh_token", "refresh_token": token}
    return await world.new_client().post(TOKEN, data=body, headers=headers)


@pytest.mark.parametrize("algorithm", ["ES256", "RS256"])
async def test_a_proof_binds_the_tokens_to_its_key(world: World, algorithm: str):
    holder = KeyHolder(algorithm)
    tokens = await bound_tokens(world, holder)
    assert tokens["token_type"] == "DPoP"
    for name in ("access_token", "id_token"):
        token = tokens[name]
        assert claims_of(token)["cnf"] == {"jkt": holder.thumbprint}
        me = await world.new_client().get(ME, headers=holder.shows("GET", ME, token))
        assert me.status_code == 200, me.text


async def test_a_bound_token_alone_opens_nothing(world: World):
    holder, thief = KeyHolder(), KeyHolder()
    token = (await bound_tokens(world, holder))["access_token"]
    http = world.new_client()
    for headers in (
        {"authorization": f"Bearer {token}"},
        {"authorization": f"DPoP {token}"},
        {"authorization": f"Bearer {token}", **holder.proof("GET", ME, token)},
        thief.shows("GET", ME, token),
        holder.shows("GET", ME, token, ath=None),
        holder.shows("GET", ME, token, ath="x"),
        holder.shows("POST", ME, token),
        holder.shows("GET", "/oauth/userinfo", token),
    ):
        answer = await http.get(ME, headers=headers)
        assert answer.status_code == 401, headers
        assert answer.headers["www-authenticate"].startswith("DPoP ")


async def test_both_addresses_of_the_api_are_one(world: World):
    holder = KeyHolder()
    token = (await bound_tokens(world, holder))["access_token"]
    path = f"/frontegg{ME}"
    headers = holder.shows("GET", path, token, htu=f"http://LOCALHOST:8000{path}/?x=1#y")
    assert (await world.new_client().get(path, headers=headers)).status_code == 200


async def test_a_token_without_a_key_takes_no_proof(world: World):
    browser = await new_browser(world)
    headers = KeyHolder().shows("GET", ME, browser.session.access_token)
    assert (await world.new_client().get(ME, headers=headers)).status_code == 401


async def test_a_proof_counts_once(world: World):
    holder = KeyHolder()
    token = (await bound_tokens(world, holder))["access_token"]
    headers = holder.shows("GET", ME, token)
    assert (await world.new_client().get(ME, headers=headers)).status_code == 200
    assert (await world.new_client().get(ME, headers=headers)).status_code == 401
    used = holder.proof("POST", TOKEN)
    code = await code_for(world, await new_browser(world))
    assert (await exchange(world, code, used)).status_code == 200
    code = await code_for(world, await new_browser(world))
    again = await exchange(world, code, used)
    assert (again.status_code, again.json()["error"]) == (400, "invalid_dpop_proof")
    # A proof that was refused uses no code up.
    assert (await exchange(world, code, holder.proof("POST", TOKEN))).status_code == 200


@pytest.mark.parametrize(
    "changes",
    [
        {"htm": "GET"},
        {"htu": "https://evil.test/oauth/token"},
        {"htu": "http://localhost:8000/oauth/par"},
        {"htu": None},
        {"htu": "http://localhost:port/oauth/token"},
        {"iat": None},
        {"iat": 0},
        {"iat": 99_999_999_999},
        {"iat": True},
        {"jti": None},
        {"jti": ""},
        {"jti": 5},
        {"header": {"typ": "JWT"}},
        {"header": {"jwk": {}}},
        {"header": {"jwk": {"kty": "EC", "crv": "P-256", "x": "AA", "y": 5}}},
        {"header": {"jwk": {"kty": "oct", "k": "AAAA"}}},
        {"header": {"jwk": KeyHolder().key.as_dict(private=False)}},
        {"header": {"jwk": KeyHolder().key.as_dict(private=True)}},
    ],
)
async def test_a_wrong_proof_is_refused(world: World, changes: dict[str, Any]):
    code = await code_for(world, await new_browser(world))
    answer = await exchange(world, code, KeyHolder().proof("POST", TOKEN, **changes))
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_dpop_proof")


@pytest.mark.parametrize(
    "text", ["x", "a.b.c", "e30.e30.e30", "W10.W10.AA", "x" * 5000, "..", "é.é.é"]
)
async def test_what_is_no_proof_is_refused(world: World, text: str):
    code = await code_for(world, await new_browser(world))
    answer = await exchange(world, code, {"dpop": text.encode()})  # type: ignore[dict-item]
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_dpop_proof")


async def test_two_proofs_are_none(world: World):
    holder = KeyHolder()
    code = await code_for(world, await new_browser(world))
    headers = [("dpop", holder.proof("POST", TOKEN)["dpop"]) for _ in range(2)]
    body = {"grant_type": "authorization_code", "code": code}
    answer = await world.new_client().post(TOKEN, data=body, headers=headers)
    assert answer.json()["error"] == "invalid_dpop_proof"


async def test_a_bound_refresh_token_needs_its_key(world: World):
    holder = KeyHolder()
    first = await bound_tokens(world, holder)
    token = first["refresh_token"]
    for headers in ({}, KeyHolder().proof("POST", TOKEN)):
        refused = await refresh(world, token, headers)
        assert (refused.status_code, refused.json()["error"]) == (400, "invalid_dpop_proof")
    # A request without the key has not used it up either.
    answer = await refresh(world, token, holder.proof("POST", TOKEN))
    assert answer.status_code == 200, answer.text
    assert answer.json()["token_type"] == "DPoP"
    headers = holder.shows("GET", ME, answer.json()["access_token"])
    assert (await world.new_client().get(ME, headers=headers)).status_code == 200


async def test_a_code_may_be_bound_to_a_key_before(world: World):
    holder, thief = KeyHolder(), KeyHolder()
    code = await code_for(world, await new_browser(world), dpop_jkt=holder.thumbprint)
    for headers in ({}, thief.proof("POST", TOKEN)):
        assert (await exchange(world, code, headers)).json()["error"] == "invalid_dpop_proof"
    assert (await exchange(world, code, holder.proof("POST", TOKEN))).status_code == 200


async def test_an_application_may_have_to_prove_its_key(world: World):
    await world.configure(
        "update applications set dpop_bound_access_tokens = true where is_default"
    )
    try:
        browser = await new_browser(world)
        code = await code_for(world, browser)
        assert (await exchange(world, code, {})).json()["error"] == "invalid_dpop_proof"
        silent = await browser.http.post("/oauth/authorize/silent", json={})
        assert (silent.status_code, silent.json()["error"]) == (403, "access_denied")
        assert (await exchange(world, code, KeyHolder().proof("POST", TOKEN))).status_code == 200
    finally:
        await world.configure("update applications set dpop_bound_access_tokens = false")


async def test_proofs_may_have_to_repeat_a_nonce(world: World):
    holder = KeyHolder()
    await world.configure("update applications set dpop_nonce = true where is_default")
    try:
        code = await code_for(world, await new_browser(world))
        asked = await exchange(world, code, holder.proof("POST", TOKEN))
        assert (asked.status_code, asked.json()["error"]) == (400, "use_dpop_nonce")
        nonce = asked.headers["dpop-nonce"]
        later(minutes=11)
        old = await exchange(
            world,
            await code_for(world, await new_browser(world)),
            holder.proof("POST", TOKEN, nonce=nonce),
        )
        assert old.json()["error"] == "use_dpop_nonce"
        code = await code_for(world, await new_browser(world))
        answer = await exchange(
            world, code, holder.proof("POST", TOKEN, nonce=old.headers["dpop-nonce"])
        )
        assert answer.status_code == 200, answer.text
    finally:
        await world.configure("update applications set dpop_nonce = false")


async def test_discovery_names_the_algorithms(world: World):
    metadata = (await world.new_client().get("/.well-known/openid-configuration")).json()
    assert metadata["dpop_signing_alg_values_supported"] == ["ES256", "RS256"]


async def test_a_thumbprint_is_one(world: World):
    answer = await (await new_browser(world)).http.get(
        "/oauth/authorize", params=asking(world, dpop_jkt="short")
    )
    assert "error=invalid_request" in answer.headers["location"]
