"""Administrators are told before the certificate of a connection ends."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from uuid import uuid4

from gatehouse.identity.sso.connections.certificates import send_certificate_expiry_notices
from gatehouse.kit import clock
from gatehouse.kit.db import Database
from gatehouse.kit.jobs import JobContext
from gatehouse.kit.resources import Resources
from tests.backend import new_backend
from tests.directory.deleted import delete, restore
from tests.identity.sso.steps import Names, certificate, make, own_domain
from tests.world import Person, World

RunJobs = Callable[[], Awaitable[None]]


async def test_each_notice_is_sent_once(
    world: World, admin: Person, names: Names, resources: Resources, run_jobs: RunJobs
):
    domain = f"{uuid4().hex[:12]}.example"
    ends = certificate(days=40)
    body = {"ssoEndpoint": "https://idp.example/sso", "publicCertificate": ends, "enabled": True}
    made = await make(admin.browser, **body)
    await own_domain(admin.browser, names, made["id"], domain)
    context = JobContext(resources[Database], resources, 0, 1, last_attempt=True)

    async def told_after(days: float) -> int:
        clock.advance_clock(timedelta(days=days))
        await send_certificate_expiry_notices(context)
        await send_certificate_expiry_notices(context)
        await run_jobs()
        return len(world.mails(admin.email))

    assert await told_after(9) == 0
    assert await told_after(1.5) == 1
    assert await told_after(20) == 1
    assert await told_after(3) == 2
    assert await told_after(6) == 3
    mail = world.mails(admin.email)[-1]
    assert domain in mail["Subject"]
    assert f"/sso/{made['id']}" in str(world.link(mail))
    assert await told_after(2) == 3


async def test_a_later_certificate_needs_no_notice(
    world: World, admin: Person, resources: Resources, run_jobs: RunJobs
):
    both = certificate(days=20) + certificate(days=400)
    body = {"ssoEndpoint": "https://idp.example/sso", "publicCertificate": both, "enabled": True}
    await make(admin.browser, **body)
    await send_certificate_expiry_notices(
        JobContext(resources[Database], resources, 0, 1, last_attempt=True)
    )
    await run_jobs()
    assert world.mails(admin.email) == []


async def test_no_notice_is_sent_for_a_deleted_account(
    world: World, admin: Person, resources: Resources, run_jobs: RunJobs
):
    ends = certificate(days=20)
    body = {"ssoEndpoint": "https://idp.example/sso", "publicCertificate": ends, "enabled": True}
    await make(admin.browser, **body)
    backend = (await new_backend(world)).http
    await delete(backend, admin.tenant_id)
    context = JobContext(resources[Database], resources, 0, 1, last_attempt=True)
    await send_certificate_expiry_notices(context)
    await run_jobs()
    assert world.mails(admin.email) == []
    assert (await restore(backend, admin.tenant_id)).status_code == 200
    await send_certificate_expiry_notices(context)
    await run_jobs()
    assert len(world.mails(admin.email)) == 1
