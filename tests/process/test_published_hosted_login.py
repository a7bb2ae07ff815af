"""Backends with the hosted platform's own packages sign a user in by the hosted pages of our server.

`scripts/published-clients.sh FOLDER` fetches them. Without `--published-clients FOLDER` this file is no
part of the run (conftest.py); `tests/applications/test_optional_pkce.py` replays what the packages send.
"""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from gatehouse.demo.names import ADMINISTRATOR, PASSWORD
from tests.identity.oauth_steps import VERIFIER, challenge
from tests.process.published_product import HERE, create_credential, run_command, wait_for
from tests.process.server import Server, free_port

DOCUMENT = """
[applications.default]
signing_algorithm = "RS256"
pkce = "{pkce}"
"""


@dataclass(frozen=True)
class Product:
    http: httpx.Client
    client_id: str

    def get(self, address: str) -> httpx.Response:
        parts = urlsplit(address)
        return self.http.get(f"{parts.path}?{parts.query}")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    one = Server(tmp_path_factory.mktemp("published") / "data", env="demo")
    try:
        one.start()
        yield one
    finally:
        one.clean_up()


@pytest.fixture
def browser(server: Server) -> Iterator[httpx.Client]:
    """Signed in to the hosted pages."""
    with httpx.Client(base_url=server.url, headers={"origin": server.url}) as http:
        credentials = {"email": ADMINISTRATOR, "password": PASSWORD}
        answer = http.post("/identity/resources/auth/v1/user", json=credentials)
        assert answer.status_code == 200, answer.text
        yield http


@contextmanager
def start_product(
    request: pytest.FixtureRequest, server: Server, script: str, packages: str, key: str = ""
) -> Iterator[Product]:
    """The product's backend with a credential of its own, or with another key."""
    folder = Path(request.config.getoption("--published-clients")) / packages
    credential = create_credential(server)
    key = key or credential["secret"]
    port = free_port()
    address = f"http://localhost:{port}"
    environ = os.environ | {
        "FRONTEGG_API_GATEWAY_URL": server.url,
        "FRONTEGG_AUTHENTICATOR_NUMBER_OF_TRIES": "1",
        "FRONTEGG_BASE_URL": server.url,
        "FRONTEGG_APP_URL": address,
        "FRONTEGG_CLIENT_ID": credential["client id"],
        "FRONTEGG_API_KEY": key,
        "FRONTEGG_CLIENT_SECRET": key,
        "FRONTEGG_ENCRYPTION_PASSWORD": "0123456789abcdef" * 4,
        "FRONTEGG_HOSTED_LOGIN": "true",
        "FRONTEGG_SECURE_JWT_ENABLED": "true",
        "NODE_PATH": str(folder / "node_modules"),
    }
    log = server.data_dir.with_name(f"{script}.log")
    with log.open("wb") as output:
        process = subprocess.Popen(
            ["node", HERE / script, str(port)],
            env=environ, stdout=output, stderr=subprocess.STDOUT,
        )  # fmt: skip
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}") as http:
            wait_for(lambda: is_up(http))
            yield Product(http, credential["client id"])
    finally:
        process.terminate()
        process.wait(30)


def is_up(http: httpx.Client) -> bool:
    try:
        return http.get("/ready").status_code in (200, 404)
    except httpx.TransportError:
        return False


def allow_missing_pkce(server: Server, pkce: str = "optional") -> None:
    run_command(server, "vendor", "apply", "-", given=DOCUMENT.format(pkce=pkce))


def read_callback(answer: httpx.Response) -> dict[str, str]:
    """The query of the address that a browser is sent to."""
    assert answer.status_code == 302, answer.text
    query = parse_qs(urlsplit(answer.headers["location"]).query)
    return {name: values[0] for name, values in query.items()}


def test_the_hosted_login_client_signs_a_user_in(
    request: pytest.FixtureRequest, server: Server, browser: httpx.Client
):
    allow_missing_pkce(server)
    with start_product(request, server, "hosted.cjs", "guards") as product:
        start = product.http.get("/login?state=s-1")
        back = browser.get(start.headers["location"])
        assert read_callback(back)["state"] == "s-1"
        signed_in = product.get(back.headers["location"])
        assert signed_in.status_code == 200, signed_in.text
        assert signed_in.json()["user"]["email"] == ADMINISTRATOR
        assert signed_in.json()["refreshToken"]
        me = httpx.get(
            f"{server.url}/identity/resources/users/v2/me",
            headers={"authorization": f"Bearer {signed_in.json()['accessToken']}"},
        )
        assert me.json()["email"] == ADMINISTRATOR
        again = product.get(back.headers["location"])
        assert (again.status_code, again.json()["error"][:5]) == (401, "[400]")


def test_the_hosted_login_client_needs_the_vendors_leave(
    request: pytest.FixtureRequest, server: Server, browser: httpx.Client
):
    allow_missing_pkce(server, "required")
    with start_product(request, server, "hosted.cjs", "guards") as product:
        back = browser.get(product.http.get("/login").headers["location"])
        assert read_callback(back)["error"] == "invalid_request"


def authorize_with_challenge(browser: httpx.Client, product: Product, address: str) -> str:
    """Where the browser comes back to; its part of the package keeps the verifier to itself."""
    back = browser.get(
        "/oauth/authorize",
        params={
            "response_type": "code",
            "client_id": product.client_id,
            "scope": "openid email profile",
            "redirect_uri": f"{address}/oauth/callback",
            "code_challenge": challenge(VERIFIER),
            "code_challenge_method": "S256",
        },
    )
    assert read_callback(back)["code"]
    location: str = back.headers["location"]
    return location


@pytest.mark.parametrize("key", ["vendor", "application"])
def test_the_middleware_of_nextjs_signs_a_user_in(
    request: pytest.FixtureRequest, server: Server, browser: httpx.Client, key: str
):
    allow_missing_pkce(server)
    secret = new_application_secret(server) if key == "application" else ""
    with start_product(request, server, "next.cjs", "next", secret) as product:
        address = f"http://localhost:{urlsplit(str(product.http.base_url)).port}"
        stranger = product.http.get("/")
        assert urlsplit(stranger.headers["location"]).path == "/account/login"
        signed_in = product.get(authorize_with_challenge(browser, product, address))
        assert signed_in.headers.get("location") == f"{address}/", signed_in.text
        cookies = dict(
            one.split(";")[0].split("=", 1) for one in signed_in.headers.get_list("set-cookie")
        )
        page = product.http.get("/", headers={"cookie": cookie_header(cookies)})
        assert page.json()["email"] == ADMINISTRATOR
        # Without its session, the middleware goes on with the refresh token.
        refresh = {name: value for name, value in cookies.items() if name.startswith("fe_refresh")}
        page = product.http.get("/", headers={"cookie": cookie_header(refresh)})
        assert page.status_code == 200, page.text


def cookie_header(cookies: dict[str, str]) -> str:
    return "; ".join(f"{name}={value}" for name, value in cookies.items())


def new_application_secret(server: Server) -> str:
    credential = create_credential(server)
    with httpx.Client(base_url=server.url) as vendor:
        login = {"clientId": credential["client id"], "secret": credential["secret"]}
        vendor.headers["x-access-token"] = vendor.post("/auth/vendor", json=login).json()["token"]
        applications = vendor.get("/applications/resources/applications/v1").json()
        default = next(one["id"] for one in applications if one["isDefault"])
        answer = vendor.post(
            "/applications/resources/applications/v1/credentials/regenerate",
            json={"appId": default},
        )
    secret: str = answer.json()["clientSecret"]
    return secret
