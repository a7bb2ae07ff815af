"""`python -m benchmarks.processes`: one, two and four web processes on one PostgreSQL.

They share nothing but the database, so what one of them does for a request must cost the same however many
there are. On a machine of two cores four of them get no more time than two, and the clock says nothing: what
is compared is the CPU time for each request. That of the web processes is taken while they are asked in turn:
all at once they would push each other out of the one core's caches, which no process with a core of its own
knows. That of the database, where they could be in each other's way, is taken twice: with the same four
requests under way, spread over the processes, and while each process has four of its own. The second tells
what more requests at once cost it on its one core, and not what more processes do.
"""

import argparse
import http.client
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import astuple, dataclass
from pathlib import Path

from benchmarks.contestants import ME, REFRESH, Place
from benchmarks.database import Cluster
from benchmarks.ours import IDENTITY, WithoutWorker
from benchmarks.process import cpu_seconds, machine, split_cores
from benchmarks.rounds import say
from benchmarks.seed import prepare
from benchmarks.server import Server

PORT = 4210
COUNTS = (1, 2, 4)
CONNECTIONS = 4  # of each process: who answers several at once wakes up less often
MOST = 1.1  # times what one process uses
WARM_UP = 50  # requests of each connection

Ask = Callable[[], None]


class Web(WithoutWorker):
    """The first process of several; all have its address for their name."""

    def another(self, port: int) -> Server:
        return self._run(["serve", *self.options, "--port"], port, self.place.cores, f"web-{port}")


@dataclass(frozen=True)
class Cost:
    """CPU milliseconds for one request; those of the web processes `apart` in turn, those of the database for
    the same load `spread` over them, and both all at once."""

    apart: float
    spread: float
    web: float
    database: float
    rate: float


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.processes", description=__doc__)
    add = parser.add_argument
    add("--people", type=int, default=10_000)
    add("--requests", type=int, default=1_000, help="of each kind and round, for each process")
    add("--rounds", type=int, default=5, help="their median counts")
    return parser.parse_args()


def reading(port: int, token: str) -> Ask:
    """`/users/v2/me`: verified, asked of the database, answered."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"authorization": f"Bearer {token}"}

    def ask() -> None:
        answered(connection, "GET", f"{IDENTITY}/users/v2/me", headers)

    return ask


def renewing(port: int, cookie: str, held: list[str]) -> Ask:
    """A refresh with rotation: `held` is the token that counts, wherever it was given."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def ask() -> None:
        headers = {"cookie": f"{cookie}={held[0]}"}
        path = f"{IDENTITY}/auth/v1/user/token/refresh"
        for line in answered(connection, "POST", path, headers):
            name, _, rest = line.partition("=")
            if name == cookie:
                held[0] = rest.partition(";")[0]

    return ask


def answered(
    connection: http.client.HTTPConnection, method: str, path: str, headers: dict[str, str]
) -> list[str]:
    """The cookies of a good answer; any other ends the run."""
    connection.request(method, path, headers=headers)
    answer = connection.getresponse()
    content = answer.read()
    if answer.status not in (200, 201):
        raise SystemExit(f"{path}: {answer.status} {content[:300]!r}")
    return answer.headers.get_all("set-cookie") or []


def measure(groups: list[list[Ask]], count: int, web: list[int], database: int) -> Cost:
    """`count` requests to each process, twice: each connection of its group has its share of them."""
    all_calls = [ask for group in groups for ask in group]
    repeat(all_calls, WARM_UP)
    share = count // CONNECTIONS
    done = share * len(all_calls)
    apart = 0.0
    for pid, group in zip(web, groups, strict=True):
        # The one before had the core, and with it the caches: to get them back is no part of it. Nor is what
        # the others do meanwhile, who wait: with four it would count four times.
        repeat(group, WARM_UP)
        before = processor([pid])
        repeat(group, share)
        apart += processor([pid]) - before
    few = [ask for group in groups for ask in group[: CONNECTIONS // len(groups)]]
    repeat(few, WARM_UP)
    spread = processor([database])
    repeat(few, count // len(few))
    spread = (processor([database]) - spread) / (count // len(few) * len(few))
    before, of_database = processor(web), processor([database])
    began = time.perf_counter()
    repeat(all_calls, share)
    seconds = time.perf_counter() - began
    at_once, of_database = processor(web) - before, processor([database]) - of_database
    return Cost(apart / done, spread, at_once / done, of_database / done, done / seconds)


def processor(pids: list[int]) -> float:
    """CPU milliseconds since they began."""
    return sum(cpu_seconds(pid) for pid in pids) * 1000


def in_groups(asks: list[Ask]) -> list[list[Ask]]:
    """Those of each process."""
    return [asks[start : start + CONNECTIONS] for start in range(0, len(asks), CONNECTIONS)]


def repeat(asks: list[Ask], count: int) -> None:
    """All at once; a refusal of one ends the run when the others are done."""
    refused: list[BaseException] = []

    def run(ask: Ask) -> None:
        try:
            for _ in range(count):
                ask()
        except (SystemExit, OSError) as error:
            refused.append(error)

    threads = [threading.Thread(target=run, args=(ask,)) for ask in asks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if refused:
        raise refused[0]


def main() -> None:
    options = arguments()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gatehouse-web-")))
        server_cores, others = split_cores()
        cluster = Cluster(folder / "database", others)
        stack.callback(cluster.stop)
        url = cluster.database("gatehouse")
        say(f"{options.people:,} people")
        seeded = prepare(url, people=options.people)
        first = Web(Place(url, PORT, server_cores, folder, CONNECTIONS * max(COUNTS)), seeded)
        stack.callback(first.server.stop)
        servers = [first.server]
        for number in range(1, max(COUNTS)):
            servers.append(first.another(PORT + number))
            stack.callback(servers[-1].stop)
        ports = [server.port for server in servers for _ in range(CONNECTIONS)]
        held = [[token] for token in seeded.tokens[1][: len(ports)]]
        costs: dict[tuple[str, int], list[Cost]] = {}
        for number in range(options.rounds):
            say(f"round {number + 1}")
            tokens = first.access_tokens()  # they live five minutes
            asked = {
                ME: in_groups(
                    [reading(port, token) for port, token in zip(ports, tokens, strict=True)]
                ),
                REFRESH: in_groups(
                    [
                        renewing(port, first.cookie, token)
                        for port, token in zip(ports, held, strict=True)
                    ]
                ),
            }
            # What a round leaves to be done falls to the first worker.
            for count in COUNTS if number % 2 else reversed(COUNTS):
                pids = [server.pid for server in servers[:count]]
                for kind, groups in asked.items():
                    cost = measure(groups[:count], options.requests, pids, cluster.pid)
                    costs.setdefault((kind, count), []).append(cost)
        print(machine())
        report(costs)


def report(costs: dict[tuple[str, int], list[Cost]]) -> None:
    """What an operator adds by another process is in the first two columns, and they have the bar."""
    print(
        "| call | processes | web, in turn | database | web, at once | database, at once |", end=""
    )
    print(" requests a second | |")
    print("|---|---|---|---|---|---|---|---|")
    for (kind, count), rounds in sorted(costs.items()):
        cost, one = middle(rounds), middle(costs[kind, 1])
        figures = (cost.apart, cost.spread, cost.web, cost.database)
        bases = (one.apart, one.spread, one.web, one.database)
        ratios = [figure / base for figure, base in zip(figures, bases, strict=True)]
        columns = [
            f"{milliseconds:.2f} ms, x {ratio:.2f}"
            for milliseconds, ratio in zip(figures, ratios, strict=True)
        ]
        holds = "holds" if max(ratios[:2]) <= MOST else "falls short"
        print(f"| {kind} | {count} | {' | '.join(columns)} | {cost.rate:,.0f} | {holds} |")


def middle(rounds: list[Cost]) -> Cost:
    """The median of each figure."""
    return Cost(
        *(statistics.median(figures) for figures in zip(*map(astuple, rounds), strict=True))
    )


if __name__ == "__main__":
    main()
