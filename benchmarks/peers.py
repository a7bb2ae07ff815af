"""The peers: npm packages in `benchmarks/peers`, each a small server on PostgreSQL."""

import json
import shutil
import subprocess
from pathlib import Path
from urllib.parse import urlencode

from benchmarks import oauth
from benchmarks.contestants import (
    CLIENT_CREDENTIALS,
    CODE,
    INTROSPECTION,
    LOGIN,
    ME,
    REFRESH,
    Contestant,
)
from benchmarks.plan import Plan, Request, bearer, form_post, json_post, spread
from benchmarks.server import Server

FOLDER = Path(__file__).parent / "peers"


def install() -> None:
    """The peers' packages, once. They are never part of the product."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise SystemExit("The peers need Node.js 20 or later; leave them out with --only.")
    if not (FOLDER / "node_modules").exists():
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=FOLDER, check=True)


def versions() -> str:
    """Node.js and the peers' packages, for the head of a result."""
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout
    packages = json.loads((FOLDER / "package.json").read_text())["dependencies"]
    listed = [f"{name} {version}" for name, version in packages.items()]
    return ", ".join([f"Node.js {node.strip()}", *listed])


class Peer(Contestant):
    script: str

    def start(self) -> Server:
        place = self.place
        return Server.start(
            ["node", str(FOLDER / self.script), str(place.port), place.database_url],
            port=place.port,
            cores=place.cores,
            log=place.log(self.name),
            environment={"NODE_ENV": "production"},
        )


class BetterAuth(Peer):
    name = "better-auth"
    script = "better-auth.js"

    def make_plan(self, scenario: str) -> Plan | None:
        ready, count = self.server.ready, self.place.connections
        if scenario == LOGIN:
            # The library refuses a sign-in without the origin of its own pages.
            origin = {"Origin": f"http://127.0.0.1:{self.place.port}"}
            bodies = [
                json.dumps({"email": email, "password": ready["password"]})
                for email in ready["emails"]
            ]
            logins = [json_post("/api/auth/sign-in/email", body, **origin) for body in bodies]
            return Plan(spread(logins, count))
        if scenario in (ME, REFRESH):
            # It has no rotating refresh token: the nearest is a new JWT for a session.
            path = "/api/auth/get-session" if scenario == ME else "/api/auth/token"
            reads = [Request("GET", path, {"Cookie": cookie}) for cookie in ready["cookies"]]
            return Plan(spread(reads, count))
        return None


class OidcProvider(Peer):
    name = "oidc-provider"
    script = "oidc-provider.js"

    def make_plan(self, scenario: str) -> Plan | None:
        ready, count = self.server.ready, self.place.connections
        client = {name: ready[name] for name in ("client_id", "client_secret")}
        if scenario == REFRESH:
            form = urlencode({"grant_type": "refresh_token", **client}) + "&refresh_token={token}"
            tokens = [session["refreshToken"] for session in ready["sessions"][:count]]
            pattern = r'"refresh_token":"([^"]+)"'
            return Plan([[form_post("/token", form)] for _ in range(count)], pattern, tokens)
        if scenario == CLIENT_CREDENTIALS:
            more = {"scope": "api", "resource": ready["resource"]}
            return oauth.credentials_plan("/token", client, count, **more)
        if scenario == CODE:
            back, cookies = ready["redirect_uri"], ready["browsers"][:count]
            return oauth.code_plan("/auth", "/token", client, back, "openid email", cookies)
        if scenario == INTROSPECTION:
            tokens = [session["accessToken"] for session in ready["sessions"][:count]]
            return oauth.introspection_plan("/token/introspection", client, tokens)
        if scenario == ME:
            reads = [bearer("/me", session["accessToken"]) for session in ready["sessions"]]
            return Plan(spread(reads, count))
        return None
