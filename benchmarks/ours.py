"""The contestants on Gatehouse's own schema: the product, and the ceiling above it."""

import json
import sys
from itertools import cycle, islice
from pathlib import Path
from urllib.parse import urlencode

from benchmarks import oauth
from benchmarks.ceiling_tokens import sign
from benchmarks.contestants import (
    CLIENT_CREDENTIALS,
    CODE,
    HEARTBEAT,
    INTROSPECTION,
    LICENSES,
    LOGIN,
    ME,
    REFRESH,
    USERS,
    VALIDATE,
    Contestant,
    Place,
)
from benchmarks.plan import Plan, Request, bearer, json_post, spread
from benchmarks.refresh_tokens import SECRET_KEY
from benchmarks.seed import CLIENT_SECRET, PASSWORD, Seeded
from benchmarks.server import Server

IDENTITY = "/identity/resources"
PAGES = [
    {"_filter": "", "_sortBy": "createdAt", "_offset": 0},
    {"_filter": "", "_sortBy": "email", "_offset": 10},
    {"_filter": "bauer 41", "_sortBy": "name", "_offset": 0},
    {"_filter": "person777", "_sortBy": "createdAt", "_offset": 2},
]


def list_paths(base: str) -> list[str]:
    """First page, a later page, and two filters, as a person pages through a user list."""
    return [f"{base}?{urlencode({'_limit': 20, '_order': 'DESC', **page})}" for page in PAGES]


class OnOurSchema(Contestant):
    def __init__(self, place: Place, seeded: Seeded) -> None:
        self.seeded = seeded
        self.people = cycle(reversed(range(len(seeded.emails))))
        super().__init__(place)

    def reads(self, paths: list[str], tokens: list[str]) -> Plan:
        """Each connection with a token of its own; all ask for the same paths."""
        count = self.place.connections
        return Plan(
            [[bearer(path, tokens[i % len(tokens)]) for path in paths] for i in range(count)]
        )

    def asked_by_tools(self, path: str) -> Plan:
        """Each connection a tool with a seat of its own; `{seat}` in the path is its id."""
        tools = islice(cycle(self.seeded.tools), self.place.connections)
        return Plan(
            [
                [json_post(path.replace("{seat}", str(seat)), "{}", Authorization=f"License {key}")]
                for key, seat in tools
            ]
        )


class Ceiling(OnOurSchema):
    name = "ceiling"

    def start(self) -> Server:
        place = self.place
        command = [sys.executable, "-m", "uvicorn", "benchmarks.ceiling:app", "--loop", "uvloop"]
        root = str(Path(__file__).parent.parent)
        options = ["--http", "httptools", "--no-access-log", "--app-dir", root]
        return Server.start(
            [*command, *options, "--port", str(place.port)],
            port=place.port,
            cores=place.cores,
            log=place.log(self.name),
            environment={"CEILING_DATABASE_URL": place.database_url},
            probe="/",
        )

    def make_plan(self, scenario: str) -> Plan | None:
        count, seeded = self.place.connections, self.seeded
        if scenario == REFRESH:
            refresh = Request("POST", "/refresh", {"Cookie": "token={token}"})
            pattern = r'"refreshToken":"([^"]+)"'
            return Plan([[refresh] for _ in range(count)], pattern, seeded.tokens[0][:count])
        asked = {VALIDATE: "/validate", HEARTBEAT: "/heartbeat/{seat}"}.get(scenario)
        if asked:
            return self.asked_by_tools(asked)
        paths = {ME: ["/me"], LICENSES: ["/licenses"], USERS: list_paths("/users")}.get(scenario)
        if paths is None:
            return None
        tenant = str(seeded.tenant_id)
        owners = zip(seeded.sessions, seeded.owners, strict=True)
        claims = [{"sid": str(s), "sub": str(u), "tenantId": tenant} for s, u in owners]
        return self.reads(paths, [sign(c) for c in claims[:count]])


class Gatehouse(OnOurSchema):
    """With a worker in it, as `gatehouse serve` has; `worker` is one of its own, for `WithoutWorker`."""

    name = "gatehouse"
    options: tuple[str, ...] = ()

    def start(self) -> Server:
        place = self.place
        return self._run(["serve", *self.options, "--port"], place.port, place.cores, self.name)

    def worker(self, port: int, cores: set[int]) -> Server:
        return self._run(["worker", "--probes"], port, cores, "worker")

    def _run(self, words: list[str], port: int, cores: set[int], name: str) -> Server:
        place = self.place
        program = Path(sys.executable).with_name("gatehouse")
        return Server.start(
            [str(program), *words, str(port)],
            port=port,
            cores=cores,
            log=place.log(name),
            environment={
                "GATEHOUSE_ENV": "development",
                "GATEHOUSE_DATABASE_URL": place.database_url,
                "GATEHOUSE_DATA_DIR": str(place.folder / "gatehouse"),
                "GATEHOUSE_PUBLIC_URL": f"http://127.0.0.1:{place.port}",
                "GATEHOUSE_LOG_LEVEL": "warning",
                "GATEHOUSE_SECRET_KEY": SECRET_KEY,
                # The load comes from one machine; with this each request may name another origin.
                "GATEHOUSE_TRUSTED_PROXIES": '["127.0.0.0/8"]',
            },
            probe="/readyz",
        )

    @property
    def cookie(self) -> str:
        return f"fe_refresh_{str(self.seeded.client_id).replace('-', '', 1)}"

    def refreshing(self, tokens: list[str]) -> Plan:
        """A connection for each refresh token."""
        headers = {"Cookie": f"{self.cookie}={{token}}"}
        refresh = Request("POST", f"{IDENTITY}/auth/v1/user/token/refresh", headers)
        return Plan([[refresh] for _ in tokens], rf"{self.cookie}=([^;]+)", tokens)

    def plan_across(self, scenario: str, tokens: list[str]) -> Plan:
        """Each connection for another tenant, spread over all; `tokens` are refresh tokens of each."""
        count = self.place.connections
        some = tokens[:: max(1, len(tokens) // count)][:count]
        if scenario == REFRESH:
            return self.refreshing(some)
        answers = [
            self.server.post(
                f"{IDENTITY}/auth/v1/user/token/refresh", {}, {"Cookie": f"{self.cookie}={token}"}
            )
            for token in some
        ]
        return self.reads([f"{IDENTITY}/users/v2/me"], [one["accessToken"] for one in answers])

    def make_plan(self, scenario: str) -> Plan | None:
        count, seeded = self.place.connections, self.seeded
        if scenario == LOGIN:
            path = f"{IDENTITY}/auth/v1/user"
            logins = [
                json_post(path, json.dumps({"email": email, "password": PASSWORD}), **origin(index))
                for index, email in enumerate(seeded.emails)
            ]
            return Plan(spread(logins, count))
        if scenario == REFRESH:
            return self.refreshing(seeded.tokens[1][:count])
        client = {"client_id": str(seeded.client_id), "client_secret": CLIENT_SECRET}
        if scenario == CLIENT_CREDENTIALS:
            return oauth.credentials_plan("/oauth/token", client, count)
        if scenario == CODE:
            back = f"http://127.0.0.1:{self.place.port}/oauth/callback"
            # Browsers whose token is not refreshed meanwhile.
            cookies = [f"{self.cookie}={token}" for token in seeded.tokens[1][-count:]]
            return oauth.code_plan(
                "/oauth/authorize", "/oauth/token", client, back, "openid email", cookies
            )
        if scenario == INTROSPECTION:
            return oauth.introspection_plan("/oauth/introspect", client, self.access_tokens())
        asked = {VALIDATE: "/validate", HEARTBEAT: "/seats/{seat}/heartbeat"}.get(scenario)
        if asked:
            return self.asked_by_tools(f"/api/v1/license{asked}")
        paths = {
            ME: [f"{IDENTITY}/users/v2/me"],
            USERS: list_paths(f"{IDENTITY}/users/v2"),
            LICENSES: ["/api/v1/licenses"],
        }.get(scenario)
        return self.reads(paths, self.access_tokens()) if paths else None

    def plan(self, scenario: str) -> Plan | None:
        # An access token lives five minutes, a run longer: reads begin with fresh ones each round.
        if scenario not in (LOGIN, REFRESH, CLIENT_CREDENTIALS, CODE):
            self._plans.pop(scenario, None)
        return super().plan(scenario)

    def access_tokens(self) -> list[str]:
        """One for each connection, of other people each time: sign-ins per account are limited."""
        tokens = []
        for index in islice(self.people, self.place.connections):
            body = {"email": self.seeded.emails[index], "password": PASSWORD}
            answer = self.server.post(f"{IDENTITY}/auth/v1/user", body, origin(index))
            tokens.append(answer["accessToken"])
        return tokens


class WithoutWorker(Gatehouse):
    options = ("--no-worker",)


def origin(index: int) -> dict[str, str]:
    """A client address of its own, so that limits per address see many people and not one."""
    return {"X-Forwarded-For": f"10.{index // 250}.{index % 250}.1"}
