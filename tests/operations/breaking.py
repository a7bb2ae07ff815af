"""For each alert what brings it about: as people and machines do it where that can be, else behind the
program's back, as time, networks and disks do. What follows the `yield` mends it."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import timedelta
from ipaddress import ip_network

import asyncpg
import httpx
import pytest

from gatehouse.audit.jobs import seal_settled_entries
from gatehouse.billing.provider.port import CardsChoice
from gatehouse.commands import audit, backup
from gatehouse.commands.audit import CHANGED
from gatehouse.commands.runtime import rate_limiter
from gatehouse.identity.sso.saml.certificates import VALID_FOR
from gatehouse.kit import clock
from gatehouse.kit.db import Database
from gatehouse.kit.db.standby import Standby
from gatehouse.kit.outbound import Outbound
from gatehouse.kit.rate_limit import RateLimiter
from gatehouse.kit.units import UnitsFailed
from gatehouse.licensing.purchases.jobs import reconcile_purchases
from gatehouse.providers.mail.port import Mail, Mailer
from gatehouse.providers.payments.port import Payments
from gatehouse.reports.jobs import send_due_reports
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.backend import restored_backend
from tests.billing.stand_in import SIGNED, StandIn, name
from tests.licensing.provider import Purchase, deliver, provider_id
from tests.licensing.scripted import ScriptedProvider
from tests.operations.installation import Installation, until

Broken = Callable[[Installation], AbstractAsyncContextManager[None]]
LONG = timedelta(minutes=11)
WAITING = """
select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
"""
SILENT = """
insert into pgqueuer_schedules (expression, entrypoint, last_run)
values ('* * * * *', 'audit.seal', now() - interval '10 minutes')
"""


class NoMailServer:
    async def send(self, mail: Mail, message_id: str) -> None:
        raise OSError("nobody listens")


def _unreachable(_: httpx.Request) -> httpx.Response:
    raise httpx.ConnectError("nobody listens")


@asynccontextmanager
async def process_down(site: Installation) -> AsyncIterator[None]:
    usual = site.client
    site.client = httpx.AsyncClient(
        transport=httpx.MockTransport(_unreachable), base_url="http://gone"
    )
    yield
    site.client = usual


@asynccontextmanager
async def database_away(site: Installation) -> AsyncIterator[None]:
    """No other connection is taken, and all that there are end."""
    async with site.owner() as owner:
        database = await owner.fetchval("select current_database()")
    elsewhere = await asyncpg.connect(site.url, database="postgres")
    await elsewhere.execute(f"alter database {database} with allow_connections false")
    await elsewhere.execute(
        f"select pg_terminate_backend(pid) from pg_stat_activity where datname = '{database}'"
    )
    assert (await site.client.get("/readyz")).status_code == 503
    assert (await site.client.get("/healthz")).status_code == 200
    yield
    await elsewhere.execute(f"alter database {database} with allow_connections true")
    await elsewhere.close()
    await until(lambda: _is_ready(site))


async def _is_ready(site: Installation) -> bool:
    return (await site.client.get("/readyz")).status_code == 200


@asynccontextmanager
async def _locked(site: Installation) -> AsyncIterator[asyncpg.Connection]:
    async with site.owner() as owner, owner.transaction():
        await owner.execute("lock table users in access exclusive mode")
        yield owner


@asynccontextmanager
async def database_slow(site: Installation) -> AsyncIterator[None]:
    """Twelve sign-ins wait for a locked table."""
    async with _locked(site):
        answers = await asyncio.gather(*[site.sign_in() for _ in range(12)])
    assert {answer.status_code for answer in answers} == {503}
    yield


@asynccontextmanager
async def faults(site: Installation) -> AsyncIterator[None]:
    await site.execute("alter table users rename to users_elsewhere")
    for _ in range(2):
        assert (await site.sign_in()).status_code == 500
        await site.look()
    yield
    await site.execute("alter table users_elsewhere rename to users")


@asynccontextmanager
async def slow(site: Installation) -> AsyncIterator[None]:
    """Four sign-ins take two seconds more than they do."""
    await site.sign_in()
    await site.look()
    with pytest.MonkeyPatch.context() as patch:
        async with _locked(site) as owner:
            asked = [asyncio.create_task(site.sign_in()) for _ in range(4)]

            async def all_wait() -> bool:
                return int(await owner.fetchval(WAITING)) >= 4

            await until(all_wait)
            patch.setattr(
                "gatehouse.kit.request_middleware.perf_counter", lambda: time.perf_counter() + 2
            )
        assert 503 not in {answer.status_code for answer in await asyncio.gather(*asked)}
        yield


@asynccontextmanager
async def limits_alone(site: Installation) -> AsyncIterator[None]:
    away = site.settings.model_copy(update={"redis_url": "redis://127.0.0.1:1/0"})
    site.resources.add(RateLimiter, rate_limiter(away))
    assert (await site.sign_in()).status_code == 401
    yield
    site.resources.add(RateLimiter, rate_limiter(site.settings))


@asynccontextmanager
async def standby_away(site: Installation) -> AsyncIterator[None]:
    """No server listens there, nor eleven minutes later."""
    nowhere = "postgresql://postgres@127.0.0.1:1/postgres"
    database = site.resources[Database]
    standby = await Standby.create(database, nowhere, connections=1, limit=5, patience=5)
    await standby.check_replica()
    clock.advance_clock(LONG)
    await standby.check_replica()
    yield
    await standby.close()


@asynccontextmanager
async def no_worker(site: Installation) -> AsyncIterator[None]:
    """What one left that ended ten minutes ago."""
    await site.execute(SILENT)
    yield


@asynccontextmanager
async def jobs_late(site: Installation) -> AsyncIterator[None]:
    await site.sign_up()
    await site.execute("update pgqueuer set execute_after = execute_after - interval '10 minutes'")
    yield
    await site.execute("delete from pgqueuer")


@asynccontextmanager
async def _without_mail(site: Installation) -> AsyncIterator[None]:
    usual = site.resources[Mailer]
    site.resources.add(Mailer, NoMailServer())
    yield
    site.resources.add(Mailer, usual)
    await site.execute("delete from pgqueuer")


@asynccontextmanager
async def jobs_gave_up(site: Installation) -> AsyncIterator[None]:
    """A mail's eleven attempts are over, and the last fails too."""
    async with _without_mail(site):
        await site.sign_up()
        await site.run_jobs()
        await site.execute("update pgqueuer set attempts = 11, execute_after = now()")
        await site.run_jobs()
        yield


@asynccontextmanager
async def unit_fails(site: Installation) -> AsyncIterator[None]:
    """A report of an account looks back further than dates go."""
    admin = await site.world.person("Admin")
    await site.execute(
        "insert into report_schedules (tenant_id, template, cadence, timezone, days, is_active, next_at,"
        f" created_at, updated_at) values ('{admin.tenant_id}', 'security', 'daily', 'UTC', 2000000000,"
        " true, now() - interval '1 day', now(), now())"
    )
    with pytest.raises(UnitsFailed):
        await send_due_reports(site.context)
    yield
    await site.execute(f"delete from report_schedules where tenant_id = '{admin.tenant_id}'")


@asynccontextmanager
async def mail_fails(site: Installation) -> AsyncIterator[None]:
    async with _without_mail(site):
        for _ in range(3):
            await site.sign_up()
        await site.run_jobs()
        yield


@asynccontextmanager
async def webhooks_fail(site: Installation) -> AsyncIterator[None]:
    """Webhook addresses of five accounts where no server listens, two hours later; no worker has tried
    again."""
    usual = site.resources[Outbound]
    site.resources.add(Outbound, Outbound([ip_network("127.0.0.0/8")]))
    for _ in range(5):
        admin = await site.world.person("Admin")
        form = {
            "displayName": "Our ERP", "description": "", "url": "http://127.0.0.1:9/hook",
            "secret": "a secret of ours", "eventKeys": ["frontegg.group.created"], "isActive": True,
        }  # fmt: skip
        made = await admin.browser.post("/webhook/custom", json=form)
        assert made.status_code == 201, made.text
        await admin.browser.post("/identity/resources/groups/v1", json={"name": "Sales"})
    await site.run_jobs()
    clock.advance_clock(timedelta(hours=2))
    yield
    site.resources.add(Outbound, usual)


@asynccontextmanager
async def prehook_silent(site: Installation) -> AsyncIterator[None]:
    """The vendor's service is away while six people sign up; they may."""
    usual = site.resources[Outbound]
    site.resources.add(Outbound, Outbound([ip_network("127.0.0.0/8")]))
    async with restored_backend(site.world) as backend:
        form = {
            "displayName": "Beta testers", "url": "http://127.0.0.1:9/hook", "secret": "a secret of ours",
            "eventKeys": ["SIGN_UP"], "isActive": True, "failMethod": "OPEN",
        }  # fmt: skip
        made = await backend.http.post("/prehooks/resources/configurations/v1", json=form)
        assert made.status_code == 201, made.text
        await site.resources[VendorConfiguration].load()
        for _ in range(6):
            await site.sign_up()
        yield
    site.resources.add(Outbound, usual)


@asynccontextmanager
async def nothing_is_deleted(site: Installation) -> AsyncIterator[None]:
    await site.sign_up()
    clock.advance_clock(timedelta(days=94))
    yield


@asynccontextmanager
async def payment_event_stuck(site: Installation) -> AsyncIterator[None]:
    created = Purchase(provider_id("ctm")).sequence()[2]
    assert (await deliver(site.client, created)).is_success
    clock.advance_clock(LONG)
    yield


@asynccontextmanager
async def card_event_stuck(site: Installation) -> AsyncIterator[None]:
    usual = site.resources[CardsChoice]
    site.resources.add(CardsChoice, CardsChoice(StandIn))
    event = {"id": name("evt"), "type": "invoice.paid", "customer": name("cus")}
    headers = {"stripe-signature": SIGNED}
    told = await site.client.post("/webhooks/stripe", json=event, headers=headers)
    assert told.is_success, told.text
    clock.advance_clock(LONG)
    yield
    site.resources.add(CardsChoice, usual)


@asynccontextmanager
async def payment_difference(site: Installation) -> AsyncIterator[None]:
    """The provider does not know a subscription that is active here, and no owner looks at it for a day."""
    provider, usual = ScriptedProvider(), site.resources[Payments]
    site.resources.add(Payments, provider.adapter)
    admin, bought = await site.world.person("Admin"), Purchase(provider_id("ctm"))
    await admin.browser.post("/api/v1/organization", json={"name": "Acme"})
    await site.execute(
        f"update organizations set provider_customer_id = '{bought.customer_id}'"
        f" where tenant_id = '{admin.tenant_id}'"
    )
    for event in bought.sequence():
        assert (await deliver(site.client, event)).is_success
        await site.run_jobs()
    clock.advance_clock(LONG)
    await reconcile_purchases(site.context)
    await site.run_jobs()
    clock.advance_clock(timedelta(hours=25))
    yield
    await site.execute("delete from payment_differences")
    site.resources.add(Payments, usual)
    provider.close()


@asynccontextmanager
async def backup_old(site: Installation) -> AsyncIterator[None]:
    path = site.settings.data_dir / f"{name('file')}.backup"
    assert await site.command(backup.write_backup, file=path) == 0
    clock.advance_clock(timedelta(hours=27))
    yield


@asynccontextmanager
async def audit_changed(site: Installation) -> AsyncIterator[None]:
    admin = await site.world.person("Admin")
    await admin.browser.post("/identity/resources/groups/v1", json={"name": "Sales"})
    clock.advance_clock(LONG)
    await seal_settled_entries(site.context)
    await site.execute(
        f"update audits set description = 'Nothing' where tenant_id = '{admin.tenant_id}'"
    )
    assert await site.command(audit.verify_audit, heads=None, tenant=None) == CHANGED
    yield


@asynccontextmanager
async def audit_not_verified(site: Installation) -> AsyncIterator[None]:
    await site.command(audit.verify_audit, heads=None, tenant=None)
    clock.advance_clock(timedelta(days=9))
    yield


@asynccontextmanager
async def audit_behind(site: Installation) -> AsyncIterator[None]:
    await seal_settled_entries(site.context)
    clock.advance_clock(timedelta(hours=1))
    yield


@asynccontextmanager
async def key_expires(site: Installation) -> AsyncIterator[None]:
    assert (await site.client.get("/auth/saml/metadata")).status_code == 200
    clock.advance_clock(VALID_FOR - timedelta(days=20))
    yield


BREAKING: dict[str, Broken] = {
    "GatehouseProcessDown": process_down,
    "GatehouseDatabaseAway": database_away,
    "GatehouseDatabaseSlow": database_slow,
    "GatehouseErrors": faults,
    "GatehouseSlow": slow,
    "GatehouseRateLimitsAlone": limits_alone,
    "GatehouseStandbyAway": standby_away,
    "GatehouseNoWorker": no_worker,
    "GatehouseJobsLate": jobs_late,
    "GatehouseJobsGaveUp": jobs_gave_up,
    "GatehouseJobUnitsFail": unit_fails,
    "GatehouseMailFails": mail_fails,
    "GatehouseWebhooksLate": webhooks_fail,
    "GatehouseWebhooksFailing": webhooks_fail,
    "GatehousePrehookSilent": prehook_silent,
    "GatehousePurgeBehind": nothing_is_deleted,
    "GatehousePaymentEventsStuck": payment_event_stuck,
    "GatehouseCardEventsStuck": card_event_stuck,
    "GatehousePaymentDifferences": payment_difference,
    "GatehouseBackupOld": backup_old,
    "GatehouseAuditChanged": audit_changed,
    "GatehouseAuditNotVerified": audit_not_verified,
    "GatehouseAuditBehind": audit_behind,
    "GatehouseKeyExpires": key_expires,
}
