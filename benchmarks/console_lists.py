"""`python -m benchmarks.console_lists`: what the console's lists cost where there is much to list.

10,000 accounts of one person each, one of 100,000, licenses of all of them, and entries in the log: each list
of the console is asked by a vendor token as its screen asks, with its first page, a page far behind, a
search, and its sorts. Bars as in `portal_lists`: p95 50 ms at half load, and 5 ms of database CPU.
"""

import argparse
import asyncio
import tempfile
from contextlib import ExitStack
from pathlib import Path
from uuid import UUID

import asyncpg

from benchmarks import audit_rows, licenses
from benchmarks.contestants import Place
from benchmarks.database import Cluster
from benchmarks.list_calls import HEAD, Installation
from benchmarks.ours import Gatehouse
from benchmarks.plan import bearer
from benchmarks.process import machine, split_cores
from benchmarks.rounds import say
from benchmarks.seed import copying, prepare
from benchmarks.tenants import add_tenants
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id, token_hash
from gatehouse.kit.db import COMMAND_PATIENCE, Database
from gatehouse.kit.jobs import JobContext
from gatehouse.kit.resources import Resources
from gatehouse.overview import days

PORT = 4188
SECRET = "the-console-of-the-benchmark"
TENANTS = "/tenants/resources/tenants/v2"
PEOPLE = "/identity/resources/users/v1/query/phrase"
AUDITS = "/vendor/resources/audits/v1"
LICENSES = "/tenants/resources/licenses/v1"
ASKED = {
    "tenants": f"{TENANTS}?_limit=20&_offset=0",
    "tenants, far behind": f"{TENANTS}?_limit=20&_offset=400",
    "tenants, newest first": f"{TENANTS}?_limit=20&_sortBy=createdAt&_order=DESC",
    "tenants, by name": f"{TENANTS}?_limit=20&_filter=tenant",
    "tenants, found nowhere": f"{TENANTS}?_limit=20&_filter=nowhere-at-all",
    "people": f"{PEOPLE}?_limit=20&_offset=0",
    "people, far behind": f"{PEOPLE}?_limit=20&_offset=9000",
    "people, by address": f"{PEOPLE}?_limit=20&_sortBy=email&_order=ASC",
    "people, a frequent word": f"{PEOPLE}?_limit=20&_phraseSearchContains=bauer",
    "people, two letters": f"{PEOPLE}?_limit=20&_phraseSearchContains=ba",
    "people, the beginning of a name": f"{PEOPLE}?_limit=20&_sortBy=name&_namePrefix=be",
    "people, locked first": f"{PEOPLE}?_limit=20&_sortBy=isLocked&_order=DESC",
    "people, one": f"{PEOPLE}?_limit=20&_phraseSearchContains=person7777@benchmark.test",
    "people, found nowhere": f"{PEOPLE}?_limit=20&_phraseSearchContains=nowhere-at-all",
    "people of the large account": f"{PEOPLE}?_limit=20&_tenantId={{large}}&_includeSubTenants=false",
    "people of the large account, a frequent word": f"{PEOPLE}?_limit=20&_tenantId={{large}}"
    "&_includeSubTenants=false&_phraseSearchContains=bauer",
    "log": f"{AUDITS}?count=20&offset=0",
    "log, far behind": f"{AUDITS}?count=20&offset=9000",
    "log of the large account": f"{AUDITS}?count=20&tenantId={{large}}",
    "log, a frequent word": f"{AUDITS}?count=20&filter=user",
    "log, severity": f"{AUDITS}?count=20&severity=Critical",
    "licenses": f"{LICENSES}?_limit=20&_offset=0",
    "licenses, far behind": f"{LICENSES}?_limit=20&_offset=9000",
    "licenses, by end": f"{LICENSES}?_limit=20&_sortBy=validTo&_order=ASC",
    "licenses, ended": f"{LICENSES}?_limit=20&_state=EXPIRED",
    "licenses, trials": f"{LICENSES}?_limit=20&_source=trial",
    "licenses, a frequent word": f"{LICENSES}?_limit=20&_filter=tenant",
    "licenses, found nowhere": f"{LICENSES}?_limit=20&_filter=nowhere-at-all",
    "licenses of the large account": f"{LICENSES}?_limit=20&_tenantId={{large}}",
    "connections of an account": "/tenants/resources/tenants/v1/{large}/connections",
    "jobs": "/vendor/resources/system/v1/jobs",
    "overview": "/vendor/resources/overview/v1",
}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.console_lists", description=__doc__)
    add = parser.add_argument
    add("--people", type=int, default=100_000, help="of the large account")
    add("--tenants", type=int, default=10_000, help="accounts beside it")
    add("--licenses", type=int, default=10, help="of every account")
    add("--rows", type=int, default=10_000_000, help="entries in the log of the large account")
    add("--only", default="", help="calls whose name begins so")
    add("--seconds", type=float, default=2.0, help="for each sample, two of each call")
    parser.set_defaults(months=12)
    return parser.parse_args()


async def credential(url: str) -> UUID:
    """Of a backend that may do everything; the client's id."""
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("set role postgres")
        row = (new_id(), "Benchmark", token_hash(SECRET), ["vendor.*"], clock.now())
        columns = "id name secret_hash permissions created_at"
        await copying(connection)("vendor_credentials", columns, [row])
        found: UUID = await connection.fetchval(
            "select client_id from applications where is_default"
        )
        return found
    finally:
        await connection.close()


async def count_finished_days(url: str) -> None:
    """As a worker has done within an hour."""
    database = await Database.connect(url, connections=1, patience=COMMAND_PATIENCE)
    try:
        await days.count_finished_days(JobContext(database, Resources(), 0, 1, last_attempt=True))
    finally:
        await database.close()


def main() -> None:
    options = arguments()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gatehouse-lists-")))
        server_cores, others = split_cores()
        cluster = Cluster(folder / "database", others)
        stack.callback(cluster.stop)
        url = cluster.database("gatehouse")
        size = (
            f"{options.people:,} people in one account, {options.tenants:,} accounts of"
            f" {options.licenses} licenses, {options.rows:,} entries"
        )
        say(size)
        seeded = prepare(url, people=options.people)
        add_tenants(url, options.tenants)
        licenses.add_to_every_account(url, options.licenses)
        # The accounts of small logs are the 100 entries each of `audit_rows`.
        audit_rows.fill(
            url, seeded.tenant_id, argparse.Namespace(**{**vars(options), "tenants": 100})
        )
        asyncio.run(count_finished_days(url))
        client_id = asyncio.run(credential(url))
        print(f"{machine()}; {size}")
        gatehouse = Gatehouse(Place(url, PORT, server_cores, folder, 1), seeded)
        stack.callback(gatehouse.server.stop)
        body = {"clientId": str(client_id), "secret": SECRET}
        token = gatehouse.server.post("/auth/vendor", body, {})["token"]
        say("reading")
        large = str(seeded.tenant_id)
        print(HEAD)
        installation = Installation(PORT, gatehouse.server.pid, cluster.pid, server_cores)
        for name, path in ASKED.items():
            if name.startswith(options.only):
                request = bearer(path.format(large=large), token)
                installation.report(name, request, options.seconds)


if __name__ == "__main__":
    main()
