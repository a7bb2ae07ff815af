"""Mail to an SMTP server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from email.utils import parseaddr

import aiosmtplib
from opentelemetry.trace import SpanKind

from gatehouse.kit.db.held_connections import check_no_connection_held
from gatehouse.kit.tracing.spans import span
from gatehouse.providers.mail.port import (
    INTERNATIONAL,
    Mail,
    build_message,
    prepare_without_smtputf8,
)
from gatehouse.providers.settings import SmtpMail

# With the largest `timeout_seconds` it is still below the time for which a message is claimed.
QUIT_SECONDS = 5


class SmtpMailer:
    def __init__(self, settings: SmtpMail, sender: str) -> None:
        self._settings = settings
        self._sender = sender

    async def send(self, mail: Mail, message_id: str) -> None:
        check_no_connection_held("mail")
        host = self._settings.host
        message = build_message(mail, self._sender, message_id)
        with span("SMTP", SpanKind.CLIENT, {"server.address": host}):
            async with self._connect() as client:
                if message.policy is INTERNATIONAL:
                    await client.ehlo()
                    if client.supports_extension("smtputf8"):
                        # The library's `send_message` would write a Reply-To beyond ASCII as an encoded word.
                        await client.sendmail(
                            message["From"].addresses[0].addr_spec,
                            [str(message["To"])],
                            message.as_bytes(),
                            mail_options=["SMTPUTF8", "BODY=8BITMIME"],
                        )
                        return
                    taken = prepare_without_smtputf8(mail, f"the mail server {host}")
                    message = build_message(taken, self._sender, message_id)
                await client.send_message(message)

    async def check(self) -> bool:
        """Do what a mail does before it names its recipient, and send nothing. Returns whether the server
        offers a login and none is set. Raises what sending would."""
        sender = parseaddr(self._sender)[1]
        async with self._connect() as client:
            if sender.isascii():
                await client.mail(sender)
            else:
                await client.mail(sender, options=["SMTPUTF8"], encoding="utf-8")
            await client.rset()
            return bool(client.server_auth_methods) and not self._settings.username

    @asynccontextmanager
    async def _connect(self) -> AsyncIterator[aiosmtplib.SMTP]:
        """A connection that is encrypted and logged in as the settings say. QUIT ends it, but not after a
        failure: a server that is given up may not answer that either."""
        settings = self._settings
        client = aiosmtplib.SMTP(
            hostname=settings.host,
            port=settings.port,
            username=settings.username,
            password=settings.password.get_secret_value() if settings.password else None,
            use_tls=settings.security == "tls",
            start_tls=settings.security == "starttls",
            timeout=settings.timeout_seconds,
        )
        try:
            # The library's own limit is for each command; the sending transaction waits for all of them.
            async with asyncio.timeout(settings.timeout_seconds):
                await client.connect()
                yield client
            # The mail was taken. If a failure to say goodbye were raised, it would be sent again.
            with suppress(aiosmtplib.SMTPException, OSError):
                await client.quit(timeout=QUIT_SECONDS)
        finally:
            client.close()
