"""The providers that need no description, each as it speaks."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from joserfc import jwt
from joserfc.jwk import ECKey
from starlette.responses import JSONResponse
from starlette.routing import Route

from gatehouse.identity.social.providers import KNOWN_PROVIDERS, build_apple_client_secret
from gatehouse.identity.social.reading import PERSONAL_ACCOUNTS, SLACK_TEAM
from gatehouse.kit.crypto import new_token
from tests.federation.provider import CLIENT_ID, SECRET, FakeProvider, Person, served
from tests.federation.social_steps import AUTH, PAGE, Social, an_address, codes_of, query_of


class Known(Social):
    """One of them, at the fake provider's addresses."""

    async def go(self, browser, **query: str) -> dict[str, str]:
        response = await browser.get(
            f"{AUTH}/v2/user/sso/default/{self.name}/prelogin",
            params={"redirectUri": PAGE, **query},
        )
        assert response.status_code == 302, response.text
        return query_of(response.headers["location"])

    async def set_up(self, **more: Any) -> None:
        given = {"client_id": CLIENT_ID, "client_secret": SECRET, **more}
        lines = [
            f"{name} = {str(value).lower() if isinstance(value, bool) else repr(value)}"
            for name, value in given.items()
        ]
        await self.apply("\n".join([f"[social.{self.name}]", *lines]))


@pytest.fixture
async def addresses() -> list[dict[str, Any]]:
    return []


@pytest.fixture
async def provider(addresses) -> AsyncIterator[FakeProvider]:
    made = FakeProvider()
    made.person = Person(new_token(8), an_address())
    usual = made.app

    def app():
        found = usual()
        found.routes.append(Route("/addresses", lambda _: JSONResponse(addresses)))
        return found

    made.app = app  # type: ignore[method-assign]
    async with served(made) as running:
        yield running


@pytest.fixture
async def known(
    resources, provider: FakeProvider, asgi, monkeypatch, request
) -> AsyncIterator[Known]:
    """The one that the test names, and none of it afterwards."""
    name = request.param
    one = KNOWN_PROVIDERS[name]
    monkeypatch.setitem(
        KNOWN_PROVIDERS,
        name,
        replace(
            one,
            issuer=provider.url if name != "microsoft" else f"{provider.url}/{{tenantid}}/v2.0",
            authorization_url=f"{provider.url}/authorize",
            exchange_url=f"{provider.url}/token",
            jwks_url=f"{provider.url}/keys" if one.jwks_url else None,
            userinfo_url=f"{provider.url}/userinfo" if one.userinfo_url else None,
            addresses_url=f"{provider.url}/addresses" if one.addresses_url else None,
        ),
    )
    made = Known(resources, provider, asgi, name=name)
    yield made
    await made.apply(f"[remove]\nsocial = ['{name}']")


def only(name: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("known", [name], indirect=True)


@only("google")
async def test_google_signs_in(known: Known):
    await known.set_up()
    asked = await known.go(known.browser())
    assert (asked["scope"], asked["prompt"]) == ("openid email profile", "select_account")
    assert (await known.sign_in()).json()["email"] == known.provider.person.email


@only("linkedin")
async def test_linkedin_is_asked_at_its_endpoint_because_its_tokens_have_no_nonce(known: Known):
    known.provider.claims = {"nonce": None}
    await known.set_up()
    asked = await known.go(known.browser())
    assert "code_challenge" not in asked
    assert (await known.sign_in()).json()["email"] == known.provider.person.email
    assert "code_verifier" not in known.provider.exchanges[0]


@only("github")
async def test_github_tells_addresses_elsewhere(known: Known, addresses, db):
    await known.set_up()
    person = known.provider.person
    known.provider.person = Person("", None, None, None, {"id": 4711, "login": "robin"})
    addresses[:] = [
        {"email": an_address(), "primary": False, "verified": True},
        {"email": person.email, "primary": True, "verified": True},
    ]
    body = (await known.sign_in()).json()
    assert (body["email"], body["name"]) == (person.email, "robin")
    addresses[1]["verified"] = False
    await db.connection.execute(
        "delete from external_identities where user_id = $1", body["userId"]
    )
    assert codes_of(await known.sign_in()) == ["social.email_not_verified"]


@only("facebook")
async def test_facebook_says_of_no_address_that_it_is_proved_so_the_vendor_has_to(known: Known):
    await known.set_up(trusts_addresses=True)
    known.provider.person.email_verified = None
    assert (await known.sign_in()).json()["email"] == known.provider.person.email


@only("slack")
async def test_slack_numbers_its_people_within_a_team(known: Known):
    await known.set_up(trusts_addresses=True)
    first = known.provider.person = Person("U1", an_address(), more={SLACK_TEAM: new_token(6)})
    mine = (await known.sign_in()).json()
    assert mine["email"] == first.email
    known.provider.person = Person("U1", an_address(), more={SLACK_TEAM: new_token(6)})
    assert (await known.sign_in()).json()["userId"] != mine["userId"]


DIRECTORY = "11111111-2222-4333-8444-555555555555"


@only("microsoft")
@pytest.mark.parametrize(
    ("directory", "more", "is_in"),
    [
        (DIRECTORY, {}, False),
        (DIRECTORY, {"email_verified": True}, False),
        (DIRECTORY, {"xms_edov": True}, True),
        (DIRECTORY, {"xms_edov": "1"}, True),
        (DIRECTORY, {"xms_edov": "0"}, False),
        (PERSONAL_ACCOUNTS, {}, True),
    ],
)
async def test_an_address_that_a_directory_says_counts_only_when_its_domain_is_proved(
    known: Known, directory: str, more: dict[str, Any], is_in: bool
):
    await known.set_up()
    known.provider.claims = {
        "iss": f"{known.provider.url}/{directory}/v2.0", "tid": directory,
        "email_verified": None, **more,
    }  # fmt: skip
    response = await known.sign_in()
    assert (response.status_code == 200) is is_in
    assert is_in or codes_of(response) == ["social.email_not_verified"]


@only("microsoft")
async def test_one_directory_only(known: Known):
    await known.set_up(directory=DIRECTORY)
    for directory, status in ((DIRECTORY, 200), (PERSONAL_ACCOUNTS, 401)):
        known.provider.claims = {
            "iss": f"{known.provider.url}/{directory}/v2.0", "tid": directory, "xms_edov": True,
        }  # fmt: skip
        assert (await known.sign_in()).status_code == status


@only("microsoft")
@pytest.mark.parametrize("tid", [None, "../evil", "common"])
async def test_a_directory_that_is_none(known: Known, tid: str | None):
    await known.set_up()
    known.provider.claims = {"iss": f"{known.provider.url}/{tid}/v2.0", "tid": tid}
    assert codes_of(await known.sign_in()) == ["ER-01049"]


@only("apple")
async def test_apple_posts_its_answer_and_takes_a_signed_secret(known: Known, monkeypatch):
    key = ec.generate_private_key(ec.SECP256R1())
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    secret = pem.replace("\n", "\\n")
    await known.apply(
        f'[social.apple]\nclient_id = "{CLIENT_ID}"\nclient_secret = "{secret}"\n'
        'team_id = "TEAM"\nkey_id = "KEY"'
    )
    monkeypatch.setattr(known.provider, "_is_our_client", lambda *_: True)
    known.provider.person.email_verified = "true"
    browser = known.browser()
    asked = await known.go(browser)
    assert (asked["response_mode"], asked["scope"]) == ("form_post", "openid email")
    form = {"code": known.provider.authorize(asked), "state": asked["state"]}
    headers = {"origin": "https://appleid.apple.com", "sec-fetch-site": "cross-site"}
    returned = await browser.post(asked["redirect_uri"], data=form, headers=headers)
    given = query_of(returned.headers["location"])
    assert (await known.post(browser, given["code"])).status_code == 200
    [sent] = known.provider.exchanges
    token = jwt.decode(sent["client_secret"], ECKey.import_key(pem), algorithms=["ES256"])
    assert token.header == {"alg": "ES256", "typ": "JWT", "kid": "KEY"}
    assert (token.claims["iss"], token.claims["sub"]) == ("TEAM", CLIENT_ID)
    assert token.claims["aud"] == "https://appleid.apple.com"
    assert token.claims["exp"] - token.claims["iat"] == 300


def test_a_key_that_is_none_signs_nothing():
    with pytest.raises(ValueError, match=r"."):
        build_apple_client_secret("no key", team_id="T", key_id="K", client_id="C")
