"""Whether time tells who has an account: known and unknown addresses at every call that takes one.

`python -m benchmarks.alike [TRIES]` starts a server of its own and prints a table. Each try has an address
of its own, and whose turn it is is chance, so that what one request leaves to do slows both kinds alike.

The column "told apart" is what counts: how often an attacker who sees the time of one known and of one
unknown address, and takes the slower for the known one, is right. Chance is 50 %; with 200 tries of each it
stays within 41 and 59 % (three standard errors of the Mann-Whitney statistic). A call outside is measured
again with twice the tries; outside then, the run fails.
"""

import asyncio
import json
import os
import random
import sys
import tempfile
import time
from bisect import bisect_left, bisect_right
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from http.client import HTTPConnection
from math import sqrt
from pathlib import Path
from statistics import median
from typing import Any
from uuid import uuid4

import asyncpg

from benchmarks.server import Server
from gatehouse.demo.names import ADMINISTRATOR, PASSWORD
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db.embedded import EmbeddedPostgres
from gatehouse.kit.hashing import hash_password

USERS = "/identity/resources/users/v1"
AUTH = "/identity/resources/auth"
LOGIN = f"{AUTH}/v1/user"
PUBLIC = "/identity/resources/configurations/v1/public"
LONG = "a quieter road to Trondheim"
WARM_UP = 10
PEOPLE = """
with member as (
  insert into users (id, email, name, verified, default_tenant_id, created_at, updated_at)
  select id, email, 'Pat Doe', true, $3, now(), now()
  from unnest($1::uuid[], $2::text[]) as one (id, email) returning id),
joined as (
  insert into memberships (tenant_id, user_id, activated, created_at)
  select $3, id, true, now() from member)
insert into passwords (user_id, hash, changed_at) select id, $4, now() - interval '1 day' from member
"""


@dataclass(frozen=True)
class Call:
    """`more` goes along with the address."""

    name: str
    path: str
    more: dict[str, str] = field(default_factory=dict)
    strategy: str = "EmailAndPassword"
    as_administrator: bool = False


SIGN_UP = {"name": "Kim Roe", "companyName": "Roe", "password": LONG}
CALLS = [
    Call("Pre-login", f"{AUTH}/v2/user/sso/prelogin"),
    Call("Pre-login with a passkey", f"{AUTH}/v1/webauthn/prelogin"),
    Call("Wrong password", LOGIN, {"password": LONG}),
    Call("Sign-up", f"{USERS}/signUp", SIGN_UP),
    Call("Password reset", f"{USERS}/passwords/reset"),
    Call("Activation mail again", f"{USERS}/activate/reset"),
    Call("Invitation mail again", f"{USERS}/invitation/reset"),
    Call("Invitation by an administrator", "/identity/resources/users/v2", as_administrator=True),
    Call("Code by mail", f"{AUTH}/v1/passwordless/code/prelogin", strategy="Code"),
    Call("Link by mail", f"{AUTH}/v1/passwordless/magiclink/prelogin", strategy="MagicLink"),
]


class Place:
    """A running server, and its database."""

    def __init__(self, server: Server, database: asyncpg.Connection) -> None:
        self.server, self.database = server, database
        self.connection = HTTPConnection("127.0.0.1", server.port, timeout=30)
        self.token = self.server.post(LOGIN, {"email": ADMINISTRATOR, "password": PASSWORD}, {})[
            "accessToken"
        ]

    async def people(self, count: int) -> list[str]:
        """Addresses of people with a proved address and a password, of no company of the administrator."""
        addresses = [f"{uuid4().hex[:12]}@example.test" for _ in range(count)]
        tenant_id = new_id()
        await self.database.execute(
            "insert into tenants (id, path, name, created_at, updated_at)"
            " values ($1::uuid, $1::text || '/', 'Elsewhere', now(), now())",
            tenant_id,
        )
        ids = [new_id() for _ in addresses]
        await self.database.execute(
            PEOPLE, ids, addresses, tenant_id, await hash_password(PASSWORD)
        )
        return addresses

    async def offer(self, strategy: str) -> None:
        await self.database.execute("update vendor set auth_strategy = $1", strategy)
        while json.loads(self.ask("GET", PUBLIC)[1])["authStrategy"] != strategy:
            time.sleep(0.05)  # noqa: ASYNC251  the server is another process

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        headers = {"content-type": "application/json"}
        if path.endswith("users/v2"):
            headers["authorization"] = f"Bearer {self.token}"
        self.connection.request(method, path, json.dumps(body) if body else None, headers)
        answer = self.connection.getresponse()
        return answer.status, answer.read()

    def timed(self, call: Call, address: str) -> tuple[float, int]:
        """Milliseconds and status."""
        body = {"email": address, **call.more}
        began = time.perf_counter()
        status, _ = self.ask("POST", call.path, body)
        return (time.perf_counter() - began) * 1000, status


@dataclass
class Seen:
    known: list[float] = field(default_factory=list)
    unknown: list[float] = field(default_factory=list)
    statuses: dict[str, set[int]] = field(
        default_factory=lambda: {"known": set(), "unknown": set()}
    )

    @property
    def told_apart(self) -> float:
        """Of all pairs, the part in which the known one took longer; half of those that took as long."""
        ordered = sorted(self.unknown)
        shorter = sum(
            (bisect_left(ordered, one) + bisect_right(ordered, one)) / 2 for one in self.known
        )
        return shorter / (len(self.known) * len(self.unknown))

    @property
    def far(self) -> float:
        """Three standard errors of that part."""
        one, other = len(self.known), len(self.unknown)
        return 3 * sqrt((one + other + 1) / (12 * one * other))

    @property
    def is_alike(self) -> bool:
        same = self.statuses["known"] == self.statuses["unknown"]
        return same and max(self.statuses["known"]) < 429 and abs(self.told_apart - 0.5) <= self.far


async def measured(place: Place, call: Call, tries: int) -> Seen:
    await place.offer(call.strategy)
    seen = Seen()
    addresses = [("known", one) for one in await place.people(tries + WARM_UP)]
    addresses += [("unknown", f"{uuid4().hex[:12]}@example.test") for _ in addresses]
    random.shuffle(addresses)
    for number, (kind, address) in enumerate(addresses):
        milliseconds, status = place.timed(call, address)
        if number >= 2 * WARM_UP:
            getattr(seen, kind).append(milliseconds)
            seen.statuses[kind].add(status)
    return seen


def row(call: Call, seen: Seen) -> str:
    statuses = "/".join(map(str, sorted(seen.statuses["known"] | seen.statuses["unknown"])))
    return (
        f"| {call.name} | {statuses} | {median(seen.known):.1f} | {median(seen.unknown):.1f}"
        f" | {seen.told_apart:.0%} | {'yes' if seen.is_alike else 'NO'} |"
    )


async def run(place: Place, tries: int) -> bool:
    print(f"{tries} tries each, in milliseconds (median)\n")
    print("| Call | Status | Known | Unknown | Told apart | Alike |\n|---|---|---|---|---|---|")
    fine = True
    for call in CALLS:
        seen = await measured(place, call, tries)
        if not seen.is_alike:  # one run of ten calls in thirty has one outside by chance
            seen = await measured(place, call, 2 * tries)
        fine = fine and seen.is_alike
        print(row(call, seen), flush=True)
    return fine


async def with_server(work: Callable[[Place], Awaitable[bool]]) -> bool:
    port = int(os.environ.get("GATEHOUSE_PORT", "8790"))
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        surroundings = {
            "GATEHOUSE_ENV": "demo", "GATEHOUSE_DATA_DIR": str(data), "GATEHOUSE_PORT": str(port),
            "GATEHOUSE_LOG_LEVEL": "error",
        }  # fmt: skip
        server = Server.start(
            [str(Path(sys.executable).with_name("gatehouse")), "serve"],
            port=port, cores=os.sched_getaffinity(0), log=Path(folder) / "log",
            environment=surroundings, probe="/readyz",
        )  # fmt: skip
        try:
            url = f"postgresql://postgres@/postgres?host={EmbeddedPostgres(data).sockets}"
            database = await asyncpg.connect(url)
            await database.execute("set gatehouse.scope = 'system'")
            fine = await work(Place(server, database))
            await database.close()
            return fine
        finally:
            server.stop()


def main() -> None:
    tries = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    sys.exit(0 if asyncio.run(with_server(lambda place: run(place, tries))) else 1)


if __name__ == "__main__":
    main()
