"""A provider that does wrong starts no session, and the audit says what was wrong."""

from datetime import timedelta

import pytest
from joserfc.jwk import RSAKey
from starlette.responses import PlainTextResponse, RedirectResponse

from gatehouse.identity.external.documents import ProviderDocuments
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_token
from gatehouse.kit.outbound import Outbound
from tests.federation.provider import CLIENT_ID, Person
from tests.federation.social_steps import AUTH, Social, an_address, codes_of

NOTED = "select id, data ->> 'reason' from audits where action = 'user.failed_authentication'"


async def refused(social: Social, db, reason: str) -> None:
    before = {row[0] for row in await db.connection.fetch(NOTED)}
    response = await social.sign_in()
    assert (response.status_code, codes_of(response)) == (401, ["ER-01049"])
    assert response.json()["errors"] == ["Failed to authenticate"]
    assert "fe_refresh" not in response.headers.get("set-cookie", "")
    noted = [row[1] for row in await db.connection.fetch(NOTED) if row[0] not in before]
    assert noted == [f"provider_{reason}"]
    assert not await db.connection.fetchval(
        "select count(*) from external_identities where subject = $1", social.provider.person.sub
    )


def ago(**time: float) -> int:
    return int((clock.now() - timedelta(**time)).timestamp())


CLAIMS = [
    ("another audience", {"aud": "somebody-else"}, "audience"),
    ("no audience", {"aud": None}, "audience"),
    ("several audiences without who asked", {"aud": [CLIENT_ID, "other"]}, "audience"),
    ("several audiences, asked by another", {"aud": [CLIENT_ID, "other"], "azp": "other"}, "audience"),
    ("asked by another", {"azp": "other"}, "audience"),
    ("another issuer", {"iss": "https://evil.example.com"}, "issuer"),
    ("no issuer", {"iss": None}, "issuer"),
    ("an issuer with a slash more", {"iss": "https://evil.example.com/"}, "issuer"),
    ("another nonce", {"nonce": "replayed"}, "nonce"),
    ("no nonce", {"nonce": None}, "nonce"),
    ("an expired token", {"exp": ago(minutes=2)}, "expired"),
    ("no end", {"exp": None}, "malformed"),
    ("an end that is no time", {"exp": "tomorrow"}, "malformed"),
    ("no beginning", {"iat": None}, "malformed"),
    ("a token of tomorrow", {"iat": ago(days=-1), "exp": ago(days=-2)}, "not_yet"),
    ("a token that holds later", {"nbf": ago(days=-1)}, "not_yet"),
    ("no subject", {"sub": None}, "subject"),
    ("an empty subject", {"sub": ""}, "subject"),
    ("a subject without end", {"sub": "x" * 256}, "subject"),
]  # fmt: skip


@pytest.mark.parametrize(("claims", "reason"), [c[1:] for c in CLAIMS], ids=[c[0] for c in CLAIMS])
async def test_a_token_that_says_something_wrong(social: Social, db, claims, reason: str):
    social.provider.claims = claims
    await refused(social, db, reason)


async def test_a_token_without_signature(social: Social, db):
    social.provider.header = {"alg": "none"}
    await refused(social, db, "algorithm")


async def test_a_token_signed_with_the_public_key_as_secret(social: Social, db):
    social.provider.header = {"alg": "HS256"}
    await refused(social, db, "algorithm")


async def test_a_token_of_an_unknown_key(social: Social, db):
    social.provider.header = {"kid": "never-published"}
    await refused(social, db, "unknown_key")


def without_kid(key: RSAKey) -> RSAKey:
    data = key.as_dict(private=False)
    data.pop("kid", None)
    return RSAKey.import_key(data)


async def test_a_key_without_id_is_the_one_that_any_token_names(social: Social, db):
    signing = social.provider.key
    social.provider.published = [without_kid(signing)]
    assert (await social.sign_in()).status_code == 200
    # A signature of another one does not hold, and of two keys without id none is guessed.
    social.provider.person = Person(new_token(8), an_address())
    social.provider.key = RSAKey.generate_key(2048, {"kid": "first"})
    await refused(social, db, "signature")
    social.resources[ProviderDocuments].clear_cache()
    social.provider.published = [without_kid(signing), without_kid(social.provider.key)]
    await refused(social, db, "unknown_key")


async def test_a_token_that_another_key_signed(social: Social, db):
    social.provider.key = RSAKey.generate_key(2048, {"kid": "first"})
    await refused(social, db, "signature")


async def test_a_token_with_an_unknown_critical_header(social: Social, db):
    mended = social.provider.id_token

    def with_crit(asked) -> str:
        head, rest = mended(asked).split(".", 1)
        return f"{head}x.{rest}"

    social.provider.id_token = with_crit  # type: ignore[method-assign]
    await refused(social, db, "malformed")


async def test_keys_that_the_token_brings_itself_are_not_read(social: Social, db):
    evil = RSAKey.generate_key(2048, {"kid": "evil"})
    social.provider.key = evil
    social.provider.header = {"jwk": evil.as_dict(private=False), "jku": social.provider.url}
    await refused(social, db, "unknown_key")


async def test_a_weak_key_counts_for_nothing(social: Social, db):
    with pytest.warns():
        weak = RSAKey.generate_key(1024, {"kid": "weak"})
    social.provider.published = [weak]
    social.provider.header = {"kid": "weak"}
    await refused(social, db, "unknown_key")


async def test_a_key_for_encryption_signs_nothing(social: Social, db):
    data = {**social.provider.key.as_dict(private=True), "use": "enc"}
    social.provider.published = [RSAKey.import_key(data)]
    await refused(social, db, "unknown_key")


async def test_keys_are_kept_and_found_anew_when_they_change(social: Social):
    assert (await social.sign_in()).status_code == 200
    assert (await social.sign_in()).status_code == 200
    assert social.provider.key_requests == 1
    social.provider.rotate()
    assert (await social.sign_in()).status_code == 200
    assert social.provider.key_requests == 2


async def test_tokens_of_unknown_keys_do_not_fetch_again_and_again(social: Social):
    assert (await social.sign_in()).status_code == 200
    social.provider.header = {"kid": "never-published"}
    for _ in range(3):
        assert (await social.sign_in()).status_code == 401
    assert social.provider.key_requests == 2
    clock.advance_clock(timedelta(minutes=1))
    await social.sign_in()
    assert social.provider.key_requests == 3


async def test_a_key_that_was_taken_back_is_forgotten_within_an_hour(social: Social, db):
    assert (await social.sign_in()).status_code == 200
    social.provider.published = []
    clock.advance_clock(timedelta(minutes=61))
    social.provider.person = Person(new_token(8), an_address())
    await refused(social, db, "unknown_key")


ANSWERS = [
    ("an error", lambda _: {"error": "invalid_grant"}, "refused"),
    ("no id token", lambda answer: {**answer, "id_token": ""}, "malformed"),
    ("an id token that is none", lambda answer: {**answer, "id_token": "x.y"}, "malformed"),
    ("an id token that is no text", lambda answer: {**answer, "id_token": 1}, "malformed"),
    ("a list", lambda _: [], "malformed"),
    ("a page", lambda _: PlainTextResponse("<html>"), "malformed"),
    ("another place", lambda _: RedirectResponse("http://169.254.169.254/", 307), "malformed"),
    ("something without end", lambda _: PlainTextResponse('"' + "x" * 1_000_000), "too_large"),
]


@pytest.mark.parametrize(
    ("answer", "reason"), [a[1:] for a in ANSWERS], ids=[a[0] for a in ANSWERS]
)
async def test_a_token_endpoint_that_answers_something_else(social: Social, db, answer, reason):
    social.provider.token_answer = answer
    await refused(social, db, reason)


async def test_a_userinfo_endpoint_with_another_subject(social: Social, db):
    social.provider.in_id_token = False
    social.provider.userinfo_claims = {"sub": "somebody-else"}
    await refused(social, db, "subject")


async def test_an_address_that_only_the_userinfo_endpoint_tells(social: Social):
    social.provider.in_id_token = False
    assert (await social.sign_in()).json()["email"] == social.provider.person.email


DISCOVERY = [
    ("of another issuer", {"issuer": "https://evil.example.com"}),
    ("without a token endpoint", {"token_endpoint": None}),
    ("with an address that is none", {"jwks_uri": "file:///etc/passwd"}),
]


@pytest.mark.parametrize(
    "metadata", [row[1] for row in DISCOVERY], ids=[row[0] for row in DISCOVERY]
)
async def test_a_discovery_document(social: Social, metadata: dict[str, object]):
    social.provider.metadata = metadata
    response = await social.browser().get(f"{AUTH}/v2/user/sso/custom/partner/prelogin")
    assert (response.status_code, codes_of(response)) == (401, ["ER-01049"])


async def test_a_provider_in_a_private_network_is_not_asked(social: Social, resources):
    resources.add(Outbound, Outbound())
    resources[ProviderDocuments].clear_cache()
    response = await social.browser().get(f"{AUTH}/v2/user/sso/custom/partner/prelogin")
    assert (response.status_code, codes_of(response)) == (401, ["ER-01049"])
    assert social.provider.key_requests == 0
