"""A running server with applications of the vendor's, for clients that others have written."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from gatehouse.demo.names import ADMINISTRATOR, PASSWORD
from tests.process.server import GATEHOUSE, Server, environment

HERE = Path(__file__).parent / "clients"
MODULES = Path(__file__).parents[2] / "web" / "node_modules"
NODE = shutil.which("node")
REDIRECT = "http://127.0.0.1/callback"
APPLICATIONS = "/applications/resources/applications/v1"
SECONDS = 120


@dataclass(frozen=True)
class Clients:
    """Applications of the vendor's at a server: one with a secret, one whose proofs repeat a nonce, and what
    else `vendor` makes."""

    url: str
    client_id: str
    secret: str
    careful: str
    vendor: httpx.Client

    def add(self, name: str, *redirect_uris: str) -> tuple[str, str]:
        """The client id and the secret of one more."""
        body = {"name": name, "redirectUris": redirect_uris}
        made = self.vendor.post(APPLICATIONS, json=body).raise_for_status().json()
        return made["clientId"], _secret(self.vendor, made["id"])

    def run(self, script: str) -> list[str]:
        """What the script says it has shown. Without the packages nothing would be shown, so that fails."""
        assert NODE, "node is not installed"
        assert (MODULES / "openid-client").is_dir(), "the web packages are not installed: make web"
        given = {
            "server": self.url,
            "modules": str(MODULES),
            "clientId": self.client_id,
            "secret": self.secret,
            "careful": self.careful,
            "redirectUri": REDIRECT,
            "email": ADMINISTRATOR,
            "password": PASSWORD,
        }
        done = subprocess.run(
            [NODE, HERE / script, json.dumps(given)],
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.splitlines()


def vendor_of(server: Server) -> httpx.Client:
    made = subprocess.run(
        [GATEHOUSE, "vendor", "credentials", "create", "Clients"],
        env=environment(**server.settings),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    ids = dict(re.findall(r"(?m)^(client id|secret) +(\S+)$", made))
    http = httpx.Client(base_url=server.url, timeout=20)
    credential = {"clientId": ids["client id"], "secret": ids["secret"]}
    answer = http.post("/auth/vendor", json=credential)
    http.headers["x-access-token"] = answer.raise_for_status().json()["token"]
    return http


@contextmanager
def running_clients(folder: Path) -> Iterator[Clients]:
    server = Server(folder / "data", env="demo")
    try:
        server.start()
        vendor = vendor_of(server)
        made = []
        for name, more in (("Console", {}), ("Careful", {"dpopNonce": True})):
            body = {"name": name, "redirectUris": [REDIRECT], **more}
            made.append(vendor.post(APPLICATIONS, json=body).raise_for_status().json())
        secret = _secret(vendor, made[0]["id"])
        yield Clients(server.url, made[0]["clientId"], secret, made[1]["clientId"], vendor)
    finally:
        server.clean_up()


def _secret(vendor: httpx.Client, application_id: str) -> str:
    answer = vendor.post(f"{APPLICATIONS}/credentials/regenerate", json={"appId": application_id})
    secret: str = answer.raise_for_status().json()["clientSecret"]
    return secret
