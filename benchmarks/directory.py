"""`python -m benchmarks.directory`: a company's directory brings its people in by SCIM, as Entra ID does.

Of each person it asks first whether they are there (`userName eq`), then creates them; then it changes some,
creates groups and puts all users into one; others come by `/Bulk`. What a request costs at least is shown by
one that only looks whose token it is. On a machine that others use too the processor's time counts, not the
clock's. The server has one process, with a worker in it, and the database is its own; both and the caller
share the machine. Where the server is busy the directory waits and asks again, as they do; any other refusal
ends the run.
"""

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote
from uuid import UUID

import asyncpg

from benchmarks.contestants import Place
from benchmarks.database import Cluster
from benchmarks.ours import Gatehouse
from benchmarks.process import cpu_seconds, machine
from benchmarks.rounds import say
from benchmarks.seed import FIRST, LAST, copying, prepare
from benchmarks.wire import Refused, Wire
from gatehouse.kit.crypto import new_id, token_hash

PORT = 4187
TOKEN = "a-directory-of-the-benchmark"
BAR = 200  # people a second
CPU_BAR = 2 * 1000 / BAR  # ms of two cores for each person, of the server and the database together
FLAT = 0.8  # of the first tenth's rate, in the last
OF_A_GROUP, AT_ONCE, IN_BULK = 500, 20, 100
SCHEMAS = "urn:ietf:params:scim:schemas"
CORE, GROUP = f"{SCHEMAS}:core:2.0:User", f"{SCHEMAS}:core:2.0:Group"
ENTERPRISE = f"{SCHEMAS}:extension:enterprise:2.0:User"
PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp"
BULK = "urn:ietf:params:scim:api:messages:2.0:BulkRequest"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.directory", description=__doc__)
    add = parser.add_argument
    add("--people", type=int, default=50_000)
    add("--connections", type=int, default=8, help="requests that the directory has open at once")
    add("--changed", type=int, default=10, help="one of so many is changed afterwards")
    return parser.parse_args()


@dataclass(slots=True)
class Phase:
    """`times` of each request by its kind, `done` when each person was."""

    name: str
    people: int
    times: dict[str, list[float]] = field(default_factory=dict)
    done: list[float] = field(default_factory=list)
    seconds: float = 0.0
    server_ms: float = 0.0
    database_ms: float = 0.0
    busy: int = 0

    def rate(self, first: float = 0, last: float = 1) -> float:
        """People a second between these shares of all."""
        ends = [self.done[0], *self.done] if first == 0 else self.done
        some = ends[int(len(ends) * first) : max(2, int(len(ends) * last))]
        return (len(some) - 1) / (some[-1] - some[0]) if some[-1] > some[0] else 0.0

    @property
    def flatness(self) -> float:
        """The last tenth's rate beside the first one's."""
        return self.rate(0.9, 1) / self.rate(0, 0.1)


async def connect(url: str, tenant_id: UUID) -> UUID:
    """A connection of the account, which has proved its people's domain."""
    connection, identifier, now = await asyncpg.connect(url), new_id(), datetime.now(UTC)
    try:
        await connection.execute("set role postgres")
        await copying(connection)(
            "scim_connections",
            "id tenant_id name source sync_to_user_management token_hash token_made_at created_at",
            [(identifier, tenant_id, "Entra", "azure-ad", True, token_hash(TOKEN), now, now)],
        )
    finally:
        await connection.close()
    return identifier


def person(number: int) -> dict[str, object]:
    first, last = FIRST[number % 10], LAST[number // 10 % 10]
    address = f"{first}.{last}.{number}@directory.test"
    return {
        "schemas": [CORE, ENTERPRISE],
        "externalId": f"{number:032x}",
        "userName": address,
        "active": True,
        "displayName": f"{first} {last}",
        "emails": [{"primary": True, "type": "work", "value": address}],
        "meta": {"resourceType": "User"},
        "name": {"formatted": f"{first} {last}", "familyName": last, "givenName": first},
        ENTERPRISE: {"department": f"Department {number % 40}"},
    }


def id_in(content: bytes) -> str:
    return str(json.loads(content)["id"])


class Directory:
    def __init__(self, base: str, port: int, connections: int, pids: tuple[int, int]) -> None:
        self.base, self.port, self.connections, self.pids = base, port, connections, pids
        self.ids: dict[int, str] = {}

    async def work(
        self, phase: Phase, items: list[int], one: Callable[[Wire, Phase, int], Awaitable[None]]
    ) -> Phase:
        """All of them, as many at once as there are connections."""
        waiting = iter(items)
        headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/scim+json"}
        used, began = [cpu_seconds(pid) for pid in self.pids], time.perf_counter()
        async with AsyncExitStack() as stack:
            wires = [
                await stack.enter_async_context(Wire(self.port, headers))
                for _ in range(self.connections)
            ]

            async def caller(wire: Wire) -> None:
                for item in waiting:
                    await one(wire, phase, item)
                    phase.done.append(time.perf_counter())

            await asyncio.gather(*(caller(wire) for wire in wires))
            phase.busy = sum(wire.busy for wire in wires)
        phase.seconds = time.perf_counter() - began
        phase.server_ms, phase.database_ms = (
            (cpu_seconds(pid) - before) * 1000 / phase.people
            for pid, before in zip(self.pids, used, strict=True)
        )
        return phase

    async def send(
        self, wire: Wire, phase: Phase, kind: str, method: str, path: str, body: object = None
    ) -> bytes:
        answer = await wire.send(method, self.base + path, body)
        phase.times.setdefault(kind, []).append(answer.seconds)
        return answer.content

    async def bring_in(self, wire: Wire, phase: Phase, number: int) -> None:
        sent = person(number)
        filter_ = quote(f'userName eq "{sent["userName"]}"')
        await self.send(wire, phase, "GET Users?filter", "GET", f"/Users?filter={filter_}")
        made = await self.send(wire, phase, "POST Users", "POST", "/Users", sent)
        self.ids[number] = id_in(made)

    async def change(self, wire: Wire, phase: Phase, number: int) -> None:
        operations = [
            {"op": "Replace", "path": f"{ENTERPRISE}:department", "value": "Another"},
            {"op": "Replace", "path": "name.familyName", "value": "Another"},
        ]
        body = {"schemas": [PATCH], "Operations": operations}
        await self.send(wire, phase, "PATCH Users", "PATCH", f"/Users/{self.ids[number]}", body)

    async def group(self, wire: Wire, phase: Phase, number: int) -> None:
        """One with all users of this phase, some at a time."""
        body = {
            "schemas": [GROUP],
            "externalId": f"{number:032x}",
            "displayName": f"Group {number}",
        }
        made = await self.send(wire, phase, "POST Groups", "POST", "/Groups", body)
        path = f"/Groups/{id_in(made)}"
        first = number * OF_A_GROUP
        people = [one for one in range(first, first + OF_A_GROUP) if one in self.ids]
        for start in range(0, len(people), AT_ONCE):
            value = [
                {"$ref": None, "value": self.ids[one]} for one in people[start : start + AT_ONCE]
            ]
            change = {"op": "Add", "path": "members", "value": value}
            patch = {"schemas": [PATCH], "Operations": [change]}
            await self.send(wire, phase, f"PATCH Groups, {AT_ONCE} members", "PATCH", path, patch)

    async def look(self, wire: Wire, phase: Phase, number: int) -> None:
        await self.send(wire, phase, "GET ServiceProviderConfig", "GET", "/ServiceProviderConfig")

    async def bring_in_together(self, wire: Wire, phase: Phase, number: int) -> None:
        """Users that no other phase has."""
        operations = [
            {"method": "POST", "path": "/Users", "bulkId": str(one), "data": person(-one)}
            for one in range(number * IN_BULK + 1, (number + 1) * IN_BULK + 1)
        ]
        body = {"schemas": [BULK], "Operations": operations}
        answer = await self.send(wire, phase, f"POST Bulk, {IN_BULK}", "POST", "/Bulk", body)
        results = json.loads(answer)["Operations"]
        if any(one["status"] != "201" for one in results):
            raise Refused(f"Bulk: {results}")


def report(phases: list[Phase]) -> None:
    print(
        "| phase | a second | CPU ms of server, database each | busy | last tenth : first"
        " | rate | CPU | flat |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for one in phases:
        rate = one.people / one.seconds
        flat = f"{one.flatness:.2f}" if len(one.done) >= 100 else "too few"
        print(
            f"| {one.name} | {rate:.0f} | {one.server_ms:.2f}, {one.database_ms:.2f} | {one.busy} | {flat} |"
            f" {verdict(holds=rate >= BAR)} |"
            f" {verdict(holds=one.server_ms + one.database_ms <= CPU_BAR)} |"
            f" {verdict(holds=len(one.done) < 100 or one.flatness >= FLAT)} |"
        )
    print("\n| request | count | p50 ms | p95 ms |\n|---|---|---|---|")
    for one in phases:
        for kind, seconds in one.times.items():
            ordered = sorted(seconds)
            p50, p95 = (ordered[int(len(ordered) * share)] * 1000 for share in (0.5, 0.95))
            print(f"| {kind} | {len(ordered):,} | {p50:.1f} | {p95:.1f} |")


def verdict(*, holds: bool) -> str:
    return "holds" if holds else "FALLS SHORT"


async def run(directory: Directory, options: argparse.Namespace) -> list[Phase]:
    people, changed = list(range(options.people)), list(range(0, options.people, options.changed))
    groups = list(range((options.people + OF_A_GROUP - 1) // OF_A_GROUP))
    batches = list(range(len(people) // IN_BULK))
    phases = []
    for name, count, items, one in (
        ("look", 1000, list(range(1000)), directory.look),
        ("bring in", len(people), people, directory.bring_in),
        ("change", len(changed), changed, directory.change),
        ("groups", len(people), groups, directory.group),
        ("bulk", len(batches) * IN_BULK, batches, directory.bring_in_together),
    ):
        say(name)
        phases.append(await directory.work(Phase(name, count), items, one))
    return phases


def main() -> None:
    options = arguments()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gatehouse-scim-")))
        cores = set(range(2))
        cluster = Cluster(folder / "database", cores)
        stack.callback(cluster.stop)
        url = cluster.database("gatehouse")
        seeded = prepare(url, people=1000)
        identifier = asyncio.run(connect(url, seeded.tenant_id))
        gatehouse = Gatehouse(Place(url, PORT, cores, folder, 1), seeded)
        stack.callback(gatehouse.server.stop)
        print(f"{machine()}; {options.people:,} people, {options.connections} connections")
        base = f"/directory/resources/scim/v2.0/{identifier}"
        pids = (gatehouse.server.pid, cluster.pid)
        directory = Directory(base, PORT, options.connections, pids)
        report(asyncio.run(run(directory, options)))


if __name__ == "__main__":
    main()
