"""Messages wait sealed, leave after the commit, once, and failures are seen."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import orjson
import pytest

from gatehouse.kit import clock
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.jobs import JobContext, enqueue
from gatehouse.providers.mail.port import Mailer
from gatehouse.providers.mail.smtp import SmtpMailer
from gatehouse.providers.outgoing import BeingSent, Outbox, send_outgoing_message
from gatehouse.providers.settings import SmtpMail
from tests.databases import opened
from tests.providers.smtp_server import SmtpServer

VALUES = {
    "name": "Pat", "vendor": "Us", "hours": 3,
    "link": "https://id.test/account/invitation?token=a-secret-link",
    "logo": "", "accent": "#c2410c", "ink": "#ffffff",
}  # fmt: skip


@pytest.fixture
def to() -> str:
    return f"{uuid4().hex}@example.test"


async def queue_mail(database: Database, resources: Any, to: str) -> None:
    async with opened(database, Scope.system()) as db:
        await resources[Outbox].queue_mail(db, "invite", to, **VALUES)


async def row(db: Db, to: str) -> dict[str, Any]:
    return dict(
        await db.connection.fetchrow("select * from outgoing_messages where recipient = $1", to)
    )


async def again(database: Database, message_id: UUID) -> None:
    async with opened(database, Scope.system()) as db:
        await enqueue(db, "message.send", message_id=message_id)


async def make_due(db: Db, message_id: UUID) -> None:
    await db.connection.execute(
        "update pgqueuer set execute_after = now() where convert_from(payload, 'UTF8') like $1",
        f"%{message_id}%",
    )


async def test_a_mail_leaves_after_the_commit_and_once(
    database, resources, db, run_jobs, world, to
):
    async with opened(database, Scope.system()) as own:
        await resources[Outbox].queue_mail(own, "invite", to, **VALUES)
        await run_jobs()
        assert world.mails(to) == []
    await run_jobs()
    [mail] = world.mails(to)
    sent = await row(db, to)
    assert mail["Message-ID"] == f"<{sent['id']}@localhost>"
    assert str(world.link(mail)) == VALUES["link"]
    assert (sent["sealed_content"], sent["last_error"], sent["failed_at"]) == (None, None, None)
    assert sent["sent_at"] is not None
    await again(database, sent["id"])
    await again(database, uuid4())
    await run_jobs()
    assert len(world.mails(to)) == 1
    assert await row(db, to) == sent


async def test_a_mail_of_an_undone_change_is_not_even_stored(database, resources, db, run_jobs, to):
    async def change() -> None:
        async with opened(database, Scope.system()) as own:
            await resources[Outbox].queue_mail(own, "invite", to, **VALUES)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await change()
    count = "select count(*) from outgoing_messages where recipient = $1"
    assert await db.connection.fetchval(count, to) == 0


async def test_what_waits_is_unreadable_without_the_key(database, resources, db, run_jobs, to):
    await queue_mail(database, resources, to)
    waiting = await row(db, to)
    assert b"secret-link" not in waiting["sealed_content"]
    assert "secret-link" not in str(waiting)
    place = f"outgoing_messages:{waiting['id']}"
    content = orjson.loads(resources[Box].open(waiting["sealed_content"], place))
    assert "a-secret-link" in content["text"]
    with pytest.raises(ValueError, match="unknown key"):
        Box(["another-key-of-at-least-32-letters"]).open(waiting["sealed_content"], place)
    with pytest.raises(ValueError, match="changed"):
        resources[Box].open(waiting["sealed_content"], f"outgoing_messages:{uuid4()}")
    queued = await db.connection.fetchval(
        "select convert_from(payload, 'UTF8') from pgqueuer order by id desc limit 1"
    )
    assert orjson.loads(queued) == {"message_id": str(waiting["id"])}
    await run_jobs()


@pytest.fixture
async def server(resources, run_jobs) -> AsyncIterator[SmtpServer]:
    """The mail server of this test's process. What other tests have left to send is sent before."""
    await run_jobs()
    with SmtpServer() as opened:
        before = resources[Mailer]
        settings = SmtpMail(
            kind="smtp", host="localhost", port=opened.port, security="none", timeout_seconds=5
        )
        resources.add(Mailer, SmtpMailer(settings, "Us <no-reply@id.test>"))
        yield opened
        resources.add(Mailer, before)


async def test_a_refused_mail_is_kept_noted_and_sent_later(
    server, database, resources, db, run_jobs, to
):
    # The byte 0xff, NUL and a long text: what the database cannot store, and what is too long to read.
    server.answers["DATA"] = "451-greylisted \udcff \x00\r\n451 " + "x" * 490
    await queue_mail(database, resources, to)
    await run_jobs()
    waiting = await row(db, to)
    assert "greylisted" in waiting["last_error"]
    assert len(waiting["last_error"]) == 500
    assert waiting["sealed_content"] is not None
    assert (waiting["sent_at"], waiting["failed_at"]) == (None, None)
    assert "secret-link" not in waiting["last_error"]

    server.answers.clear()
    await run_jobs()
    assert server.received == []  # not before its time
    await make_due(db, waiting["id"])
    await run_jobs()
    [received] = server.received
    assert received.message["Message-ID"] == f"<{waiting['id']}@localhost>"
    sent = await row(db, to)
    assert sent["sent_at"] is not None
    assert sent["sealed_content"] is None


async def test_an_address_that_no_attempt_reaches_is_given_up_with_the_cause(
    server, database, resources, db, run_jobs, to
):
    """The mail server knows no addresses beyond ASCII."""
    server.smtputf8 = False
    to = f"jürgen-{to}"
    await queue_mail(database, resources, to)
    await run_jobs()
    refused = await row(db, to)
    assert "does not support SMTPUTF8" in refused["last_error"]
    assert (refused["sent_at"], refused["failed_at"] is None) == (None, False)
    jobs = "select count(*) from pgqueuer where convert_from(payload, 'UTF8') like $1"
    assert await db.connection.fetchval(jobs, f"%{refused['id']}%") == 0


async def test_giving_up_is_visible(server, database, resources, db, run_jobs, to):
    server.answers["DATA"] = "554 never " + "x" * 400
    await queue_mail(database, resources, to)
    message_id = (await row(db, to))["id"]
    for attempt in range(12):
        assert (await row(db, to))["failed_at"] is None, attempt
        await make_due(db, message_id)
        await run_jobs()
    failed = await row(db, to)
    assert failed["failed_at"] is not None
    assert failed["sealed_content"] is not None
    status = "select status::text from pgqueuer where convert_from(payload, 'UTF8') like $1"
    assert await db.connection.fetchval(status, f"%{message_id}%") == "failed"
    await make_due(db, message_id)
    await run_jobs()
    assert server.received == []


async def test_a_text_message_leaves_the_same_way(database, resources, db, run_jobs, settings):
    number = f"+49{uuid4().int % 10**10:010}"
    async with opened(database, Scope.system()) as own:
        await resources[Outbox].queue_sms(own, number, "Your code is 012345")
    waiting = await row(db, number)
    assert b"012345" not in waiting["sealed_content"]
    await run_jobs()
    await again(database, waiting["id"])
    await run_jobs()
    sent = [
        orjson.loads(path.read_bytes()) for path in sorted((settings.data_dir / "sms").iterdir())
    ]
    [mine] = [sms for sms in sent if sms["to"] == number]
    assert (mine["text"], mine["id"]) == ("Your code is 012345", str(waiting["id"]))
    assert (await row(db, number))["sealed_content"] is None


async def test_what_another_worker_has_is_not_sent_twice_and_not_lost(
    database, resources, db, world, to
):
    await queue_mail(database, resources, to)
    message_id = str((await row(db, to))["id"])
    context = JobContext(database, resources, 0, 1, last_attempt=False)
    taken = "update outgoing_messages set claimed_until = $2 where recipient = $1"
    await db.connection.execute(taken, to, clock.now() + timedelta(seconds=60))
    with pytest.raises(BeingSent):
        await send_outgoing_message(context, message_id)
    assert world.mails(to) == []
    clock.advance_clock(timedelta(seconds=61))  # the other one died
    await send_outgoing_message(context, message_id)
    await send_outgoing_message(context, message_id)
    assert len(world.mails(to)) == 1
