"""Ends without a goodbye: what was promised before holds after the next start."""

import asyncio

import asyncpg
import httpx
import pytest

from gatehouse.kit.db.embedded import EmbeddedPostgres
from tests.process.company import Company, until
from tests.process.conftest import NewServer
from tests.process.server import is_alive


def test_control_c_ends_everything_and_the_next_start_finds_it(new_server: NewServer):
    server = new_server()
    server.start()
    database = server.database_pid()
    assert database
    company = Company(server.url)
    company.sign_up()
    assert server.interrupt() == 0
    assert not is_alive(database)
    assert server.database_pid() is None
    server.start()
    company.sign_in()
    assert server.terminate() == 0
    assert server.database_pid() is None


async def test_a_purchase_survives_a_kill_before_its_news_arrived(new_server: NewServer):
    """The buyer's money is taken, the provider's events wait, and the process dies."""
    server = new_server()
    server.start()
    company = Company(server.url)
    company.sign_up()
    company.sign_in()
    company.call("POST", "/api/v1/organization", {"name": "Acme"})
    [trial] = company.licenses()
    server.interrupt()

    server.start("--no-worker")
    company.sign_in()
    company.buy(trial["fingerprint"], seats=6)
    assert company.licenses() == [trial]
    server.kill()
    server.kill_database()

    server.start()
    company.sign_in()
    [paid] = until(
        lambda: [one for one in company.licenses() if not one["isTrial"]], "the purchase"
    )
    kept = ("id", "fingerprint", "key", "name")
    assert [paid[name] for name in kept] == [trial[name] for name in kept]
    assert (paid["maxSeats"], paid["billing"]["status"]) == (6, {"type": "active"})

    connection = await asyncpg.connect(server.database_url)
    waiting = "select count(*) from provider_events where applied_at is null"
    async with asyncio.timeout(60):  # the rest of the news follows the purchase
        while await connection.fetchval(waiting):  # noqa: ASYNC110  another process applies it
            await asyncio.sleep(0.1)
    bought = "select count(*) from audits where action = 'license.purchased'"
    assert await connection.fetchval(bought) == 1
    await connection.close()
    assert [one["id"] for one in company.licenses()] == [trial["id"]]
    assert server.interrupt() == 0


def test_an_embedded_database_that_outlived_its_server_is_taken_over(new_server: NewServer):
    server = new_server()
    server.start()
    database = server.database_pid()
    server.kill()
    assert database
    assert is_alive(database)
    server.start()
    assert server.database_pid() == database
    assert server.interrupt() == 0
    assert not is_alive(database)


@pytest.mark.parametrize("seen", ["postgres.new", "postgres/postmaster.pid"])
def test_a_first_start_that_was_cut_off_is_continued(new_server: NewServer, seen):
    """Killed while the database is made, or while it comes up, and started again at once."""
    server = new_server()
    server.launch()
    until(lambda: any(server.data_dir.glob(f"{seen}*")), seen)
    server.kill()
    server.start()
    assert server.interrupt() == 0
    assert server.database_pid() is None
    assert not list(server.data_dir.glob("postgres.new*"))


def test_a_server_outlives_its_database(new_server: NewServer):
    """It answers as not ready meanwhile; then requests and jobs go on as if nothing had been."""
    server = new_server()
    server.start()
    Company(server.url).sign_up()
    server.kill_database()
    ready = f"{server.url}/readyz"
    assert httpx.get(ready).status_code == 503
    assert httpx.get(f"{server.url}/healthz").status_code == 200
    until(lambda: "worker waits for the database" in server.log.read_text(), "the worker's notice")
    again = EmbeddedPostgres(server.data_dir)
    again.start()
    until(lambda: httpx.get(ready).status_code == 200, "readiness")
    Company(server.url).sign_up()
    again.stop()
    assert server.interrupt() == 0
    assert server.database_pid() is None


def test_a_server_without_its_database_still_ends_cleanly(new_server: NewServer):
    server = new_server()
    server.start()
    server.kill_database()
    assert server.interrupt() == 0
