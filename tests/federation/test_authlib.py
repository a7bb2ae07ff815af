"""Authlib as the client, against a running server."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urljoin, urlsplit

import httpx
import pytest
from authlib.common.security import generate_token
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.jwk import KeySet

from gatehouse.access.step_up import MULTI_FACTOR_CLASS
from gatehouse.demo.names import PASSWORD
from tests.federation.running import REDIRECT, Clients
from tests.process.company import until

PERSON = "member@acme.test"
AUTH = "/identity/resources/auth/v1/user"
OWN = "/identity/resources/users/v1/mfa"


@pytest.fixture
def browser(clients: Clients) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=clients.url, timeout=20) as http:
        body = {"email": PERSON, "password": PASSWORD}
        token = http.post(AUTH, json=body).raise_for_status().json()["accessToken"]
        http.headers["authorization"] = f"Bearer {token}"
        yield http


class Application:
    """`secret` by HTTP Basic, or none."""

    def __init__(self, clients: Clients, browser: httpx.Client, secret: str | None = None) -> None:
        self.metadata: dict[str, Any] = browser.get("/.well-known/openid-configuration").json()
        self.browser = browser
        self.client_id = clients.client_id
        self.session = OAuth2Session(
            clients.client_id,
            secret,
            scope="openid email profile",
            redirect_uri=REDIRECT,
            code_challenge_method="S256",
            token_endpoint_auth_method="client_secret_basic" if secret else "none",
            revocation_endpoint_auth_method="client_secret_basic" if secret else "none",
        )

    def ask(self, **more: str) -> tuple[str, str, str]:
        """Where the browser is sent, with the verifier and the nonce."""
        verifier, nonce = generate_token(48), generate_token(16)
        address, _ = self.session.create_authorization_url(
            self.metadata["authorization_endpoint"], code_verifier=verifier, nonce=nonce, **more
        )
        answer = self.browser.get(address)
        assert answer.status_code == 302, answer.text
        return answer.headers["location"], verifier, nonce

    def sign_in(self, **more: str) -> tuple[dict[str, Any], CodeIDToken]:
        place, verifier, nonce = self.ask(**more)
        tokens = self.session.fetch_token(
            self.metadata["token_endpoint"], authorization_response=place, code_verifier=verifier
        )
        keys = KeySet.import_key_set(self.browser.get(self.metadata["jwks_uri"]).json())
        read = jwt.decode(tokens["id_token"], keys, ["ES256", "RS256"])
        claims = CodeIDToken(
            read.claims,
            read.header,
            options={
                "iss": {"essential": True, "value": self.metadata["issuer"]},
                "aud": {"essential": True, "value": self.client_id},
            },
            params={
                "nonce": nonce,
                "access_token": tokens["access_token"],
                "max_age": more.get("max_age"),
            },
        )
        claims.validate(leeway=5)
        return tokens, claims

    def is_active(self, token: str) -> bool:
        answer = self.session.introspect_token(self.metadata["introspection_endpoint"], token=token)
        return bool(answer.json()["active"])


def test_code_refresh_introspection_and_revocation(clients: Clients, browser: httpx.Client):
    application = Application(clients, browser, clients.secret)
    tokens, claims = application.sign_in(max_age="600")
    assert claims["email"] == PERSON
    info = application.session.get(application.metadata["userinfo_endpoint"]).json()
    assert info["sub"] == claims["sub"]
    endpoint = application.metadata["token_endpoint"]
    second = application.session.refresh_token(endpoint, refresh_token=tokens["refresh_token"])
    assert second["refresh_token"] != tokens["refresh_token"]
    assert application.is_active(second["access_token"])
    assert not application.is_active(tokens["refresh_token"])
    revoked = application.session.revoke_token(
        application.metadata["revocation_endpoint"], token=second["refresh_token"]
    )
    assert revoked.status_code == 200
    assert not application.is_active(second["access_token"])
    with pytest.raises(OAuthError, match="invalid_grant"):
        application.session.refresh_token(endpoint, refresh_token=second["refresh_token"])


def test_without_a_secret(clients: Clients, browser: httpx.Client):
    tokens, _ = Application(clients, browser).sign_in()
    assert tokens["token_type"] == "Bearer"


def test_client_credentials(clients: Clients, browser: httpx.Client):
    application = Application(clients, browser, clients.secret)
    endpoint = application.metadata["token_endpoint"]
    token = application.session.fetch_token(endpoint, grant_type="client_credentials")
    assert application.is_active(token["access_token"])


def test_end_session(clients: Clients, browser: httpx.Client):
    application = Application(clients, browser)
    tokens, _ = application.sign_in()
    query = {
        "id_token_hint": tokens["id_token"],
        "post_logout_redirect_uri": REDIRECT,
        "state": "bye",
    }
    answer = browser.get(application.metadata["end_session_endpoint"], params=query)
    assert answer.headers["location"] == f"{REDIRECT}?state=bye"
    place, *_ = application.ask(prompt="none")
    assert parse_qs(urlsplit(place).query)["error"] == ["login_required"]


def mailed_code(browser: httpx.Client, after: int) -> str:
    def look() -> str | None:
        sent = browser.get("/dev/outbox.json", params={"to": PERSON}).json()
        found = re.search(r"\b\d{6}\b", sent[0]["text"]) if len(sent) > after else None
        return found.group() if found else None

    return until(look, "the mail with the code")


def mails(browser: httpx.Client) -> int:
    return len(browser.get("/dev/outbox.json", params={"to": PERSON}).json())


def test_step_up_by_acr_and_max_age(clients: Clients, browser: httpx.Client):
    application = Application(clients, browser)
    before = mails(browser)
    begun = browser.post(f"{OWN}/emailcode/enroll").raise_for_status().json()
    body = {"otcToken": begun["otcToken"], "code": mailed_code(browser, before)}
    browser.post(f"{OWN}/emailcode/enroll/verify", json=body).raise_for_status()

    wanted = {"acr_values": MULTI_FACTOR_CLASS, "max_age": "600"}
    place, *_ = application.ask(**wanted)
    told = parse_qs(urlsplit(place).query)
    assert (urlsplit(place).path, told["maxAge"]) == ("/oauth/account/step-up", ["600"])
    asked = browser.post(f"{AUTH}/step-up/generate", json={"maxAge": 600}).json()
    before = mails(browser)
    token = {"mfaToken": asked["mfaToken"]}
    sent = browser.post(f"{AUTH}/mfa/emailcode", json=token).raise_for_status().json()
    proof = {**sent, **token, "code": mailed_code(browser, before)}
    browser.post(f"{AUTH}/mfa/emailcode/verify", json=proof).raise_for_status()
    # The page comes back to the request that led to it.
    back = browser.get(urljoin(clients.url, told["redirectUrl"][0]))
    assert back.headers["location"].startswith(REDIRECT)
    _, claims = application.sign_in(**wanted)
    assert claims["acr"] == MULTI_FACTOR_CLASS
