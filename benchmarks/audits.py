"""`python -m benchmarks.audits`: one account with millions of audit entries among many small ones.

What people do with a log is asked of the running server: the first page, a page far behind, each kind of
filter, other sorts, the figures, and the whole log as CSV. Then what writing an entry costs a request. With
`--plans` it prints how the database reads what was asked.
"""

import argparse
import http.client
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks import audit_rows, audit_write
from benchmarks.contestants import Place
from benchmarks.database import Cluster
from benchmarks.ours import Gatehouse
from benchmarks.process import machine, resident_megabytes, split_cores
from benchmarks.rounds import say
from benchmarks.seed import prepare

PORT = 4186
PAGE_MS, WRITE_SHARE, GROWTH_MB = 50, 0.10, 16
WARM_UP = 3
ASKED = {
    "first page": "/audits?count=20",
    "oldest first": "/audits?count=20&sortBy=createdAt&sortDirection=asc",
    "page at 9,980": "/audits?count=20&offset=9980",
    "far back in time": "/audits?count=20&created_to={middle}",
    "far back, and a page at 5,000": "/audits?count=20&offset=5000&created_to={middle}",
    "one day": "/audits?count=20&createdAt={day}",
    "text filter, frequent": "/audits?count=20&filter=user",
    "text filter, found nowhere": "/audits?count=20&filter=nowhere-at-all",
    "severity": "/audits?count=20&severity=Critical",
    "several filters": "/audits?count=20&filter=in&action=user&severity=Info&email=person1&ip=10.",
    "sorted by e-mail": "/audits?count=20&sortBy=email&sortDirection=asc",
    "by person (v2)": "/audits/resources/audits/v2?count=20&email=person7@audits.test",
    "figures": "/audits/stats",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """`seconds` of each answer, in the order in which they came."""

    name: str
    seconds: list[float]

    def at(self, share: float) -> float:
        """In milliseconds."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.audits", description=__doc__)
    add = parser.add_argument
    add("--rows", type=int, default=10_000_000, help="entries of the large account")
    add("--tenants", type=int, default=1000, help="small accounts beside it, of 100 entries each")
    add("--months", type=int, default=12, help="over which the entries are spread")
    add("--exported", type=int, default=1_000_000, help="entries of the CSV file")
    add("--requests", type=int, default=100, help="of each kind")
    add("--plans", action="store_true", help="print how the database reads what was asked")
    return parser.parse_args()


def asked(server: "Caller", name: str, path: str, count: int) -> Asked:
    for _ in range(WARM_UP):
        server.get(path)
    return Asked(name, [server.get(path) for _ in range(count)])


class Caller:
    """One keep-alive connection of an administrator."""

    def __init__(self, port: int, token: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self._headers = {"authorization": f"Bearer {token}"}

    def get(self, path: str) -> float:
        began = time.perf_counter()
        self._connection.request("GET", path, headers=self._headers)
        answer = self._connection.getresponse()
        content = answer.read()
        if answer.status != 200:
            raise SystemExit(f"{path}: {answer.status} {content[:300]!r}")
        return time.perf_counter() - began

    def export(self, since: str) -> int:
        """How many lines there are."""
        columns = [
            "createdAt",
            "email",
            "action",
            "description",
            "ip",
            "severity",
            "userAgent",
            "json",
        ]
        body = audit_rows.as_json({"properties": [{"name": name} for name in columns]})
        headers = {**self._headers, "content-type": "application/json"}
        path = f"/audits/export/csv?outputFileName=audits.csv&created_from={since}"
        self._connection.request("POST", path, body, headers)
        answer = self._connection.getresponse()
        if answer.status != 201:
            raise SystemExit(f"{path}: {answer.status} {answer.read()[:300]!r}")
        lines = 0
        while part := answer.read(1 << 18):
            lines += part.count(b"\n")
        return lines


@contextmanager
def watched(pid: int) -> Iterator[list[float]]:
    """Resident megabytes of the server, ten times a second."""
    seen, done = [resident_megabytes(pid)], threading.Event()

    def watch() -> None:
        while not done.wait(0.1):
            seen.append(resident_megabytes(pid))

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield seen
    finally:
        done.set()
        thread.join()


def verdict(*, holds: bool) -> str:
    return "holds" if holds else "FALLS SHORT"


def report_pages(results: list[Asked]) -> None:
    print("| call | p50 ms | p95 ms | |\n|---|---|---|---|")
    for one in results:
        p95 = one.at(0.95)
        print(f"| {one.name} | {one.at(0.5):.1f} | {p95:.1f} | {verdict(holds=p95 < PAGE_MS)} |")


def report_export(caller: Caller, pid: int, filled: audit_rows.Filled, count: int) -> None:
    caller.export(filled.since(min(count, 2000)))  # what is loaded only once
    with watched(pid) as seen:
        began = time.perf_counter()
        lines = caller.export(filled.since(count))
        seconds = time.perf_counter() - began
    growth = max(seen) - seen[0]
    tail = median(seen[-20:]) - median(seen[len(seen) // 10 : len(seen) // 10 + 20])
    print(
        f"CSV: {lines:,} lines in {seconds:.0f} s; memory at first {seen[0]:.0f} MB, at most"
        f" {growth:+.1f} MB, from the first tenth to the end {tail:+.1f} MB:"
        f" {verdict(holds=growth < GROWTH_MB)}"
    )


def main() -> None:
    options = arguments()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gatehouse-audits-")))
        server_cores, others = split_cores()
        cluster = Cluster(folder / "database", others)
        stack.callback(cluster.stop)
        url = cluster.database("gatehouse")
        seeded = prepare(url, people=1000)
        say(f"{options.rows:,} entries, and {options.tenants:,} accounts beside them")
        began = time.perf_counter()
        filled = audit_rows.fill(url, seeded.tenant_id, options)
        print(f"{machine()}; {options.rows:,} entries in {options.months} months, ", end="")
        print(f"{options.tenants:,} other accounts; filled in {time.perf_counter() - began:.0f} s")
        gatehouse = Gatehouse(Place(url, PORT, server_cores, folder, 1), seeded)
        stack.callback(gatehouse.server.stop)
        caller = Caller(PORT, gatehouse.access_tokens()[0])
        say("reading")
        report_pages(
            [
                asked(caller, name, path.format(**filled.moments), options.requests)
                for name, path in ASKED.items()
            ]
        )
        say("exporting")
        # An access token lives five minutes.
        caller = Caller(PORT, gatehouse.access_tokens()[0])
        report_export(caller, gatehouse.server.pid, filled, min(options.exported, options.rows))
        say("writing")
        cost = audit_write.cost(url, gatehouse, folder)
        print(f"{cost.text}: {verdict(holds=cost.share < WRITE_SHARE)}")
        if options.plans:
            print(audit_rows.plans(url, seeded.tenant_id))
    sys.stdout.flush()


if __name__ == "__main__":
    main()
