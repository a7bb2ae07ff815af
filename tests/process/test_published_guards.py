"""The hosted platform's own server packages, as npm and PyPI have them, in front of a server of ours.

`scripts/published-clients.sh FOLDER` fetches them. Without `--published-clients FOLDER` this file is no part
of the run (conftest.py), and what they call is replayed by `tests/compat/test_server_packages.py` alone.
"""

import base64
import contextlib
import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from gatehouse.demo.names import ADMINISTRATOR, PASSWORD
from tests.process.published_product import (
    HERE,
    PATIENCE_SECONDS,
    create_credential,
    run_command,
    wait_for,
)
from tests.process.server import Server, free_port

IDENTITY = "/identity/resources"
TOKENS = f"{IDENTITY}/tenants/access-tokens/v1"
DOCUMENT = """
[applications.default]
signing_algorithm = "RS256"
[sign_in]
machine_to_machine_auth_strategy = "AccessToken"
"""


@dataclass(frozen=True)
class Product:
    """The product's backend behind the guard, and its vendor's calls."""

    process: subprocess.Popen[bytes]
    http: httpx.Client
    vendor: httpx.Client

    def get(self, path: str, token: str) -> int:
        return self.http.get(path, headers={"authorization": f"Bearer {token}"}).status_code


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    one = Server(tmp_path_factory.mktemp("published") / "data", env="demo")
    try:
        one.start()
        run_command(one, "vendor", "apply", "-", given=DOCUMENT)
        yield one
    finally:
        one.clean_up()


@pytest.fixture(params=["client", "frontegg"])
def product(request: pytest.FixtureRequest, server: Server, tmp_path: Path) -> Iterator[Product]:
    folder = Path(request.config.getoption("--published-clients")) / "guards"
    credential = create_credential(server)
    secret = {"clientId": credential["client id"], "secret": credential["secret"]}
    vendor = httpx.Client(base_url=server.url)
    token = vendor.post("/auth/vendor", json=secret).json()["token"]
    vendor.headers["x-access-token"] = token
    port = free_port()
    environ = os.environ | {
        "FRONTEGG_API_GATEWAY_URL": server.url,
        "FRONTEGG_BASE_URL": server.url,
        "FRONTEGG_CLIENT_ID": secret["clientId"],
        "FRONTEGG_API_KEY": secret["secret"],
        "NODE_PATH": str(folder / "node_modules"),
    }
    node: list[str | Path] = ["node", HERE / "guard.cjs", str(port)]
    python: list[str | Path] = [folder / "python/bin/uvicorn", "guard:app", "--port", str(port)]
    with (tmp_path / "product.log").open("wb") as log:
        process = subprocess.Popen(
            node if request.param == "client" else python,
            cwd=HERE, env=environ, stdout=log, stderr=subprocess.STDOUT,
        )  # fmt: skip
    http = httpx.Client(base_url=f"http://127.0.0.1:{port}")
    try:
        wait_for(lambda: answers(http))
        yield Product(process, http, vendor)
    finally:
        process.terminate()
        process.wait(PATIENCE_SECONDS)


def answers(http: httpx.Client) -> bool:
    with contextlib.suppress(httpx.TransportError):
        return http.get("/somebody").status_code in (401, 403)
    return False


def sign_in(server: Server) -> tuple[str, str]:
    """The administrator's token and account."""
    answer = httpx.post(
        f"{server.url}{IDENTITY}/auth/v1/user",
        json={"email": ADMINISTRATOR, "password": PASSWORD},
        headers={"origin": server.url},
    )
    token = answer.json()["accessToken"]
    me = httpx.get(
        f"{server.url}{IDENTITY}/users/v2/me", headers={"authorization": f"Bearer {token}"}
    )
    return token, me.json()["tenantId"]


def forged(token: str) -> str:
    """The same claims with another signature."""
    head, signature = token.rsplit(".", 1)
    return f"{head}.{signature[::-1]}"


def unsigned(token: str) -> str:
    header = base64.urlsafe_b64encode(b'{"alg":"none","typ":"JWT"}').decode().rstrip("=")
    return f"{header}.{token.split('.')[1]}."


def test_people_are_let_in_and_forgers_are_not(server: Server, product: Product):
    token, tenant_id = sign_in(server)
    told = product.http.get("/administrator", headers={"authorization": f"Bearer {token}"})
    assert (told.status_code, told.json()) == (200, {"tenantId": tenant_id})
    assert product.get("/nobody", token) == 403
    assert product.get("/somebody", forged(token)) == 401
    assert product.get("/somebody", unsigned(token)) == 401


def test_a_token_that_is_taken_back_is_refused_and_nothing_ends(server: Server, product: Product):
    _, tenant_id = sign_in(server)
    product.vendor.headers["frontegg-tenant-id"] = tenant_id
    roles = product.vendor.get(f"{IDENTITY}/roles/v1").json()
    admin = next(one["id"] for one in roles if one["key"] == "Admin")
    made = product.vendor.post(TOKENS, json={"description": "Nightly", "roleIds": [admin]}).json()
    key = {"x-api-key": made["secret"]}

    def status(path: str) -> int:
        return product.http.get(path, headers=key).status_code

    assert status("/somebody") == status("/administrator") == 200
    assert status("/nobody") == 403
    gone = product.vendor.delete(f"{TOKENS}/{made['id']}")
    assert gone.status_code == 200, gone.text
    for path in ("/somebody", "/administrator"):
        wait_for(lambda path=path: status(path) == 401)
    assert product.process.poll() is None


def test_a_deployment_ends_no_product(server: Server, product: Product):
    token, _ = sign_in(server)
    assert product.get("/somebody", token) == 200
    assert server.terminate() == 0
    assert product.get("/somebody", token) == 200
    server.start()
    token, _ = sign_in(server)
    assert product.get("/administrator", token) == 200
    assert product.process.poll() is None
