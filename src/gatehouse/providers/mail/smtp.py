"""Mail to an SMTP server."""

import asyncio

import aiosmtplib
from opentelemetry.trace import SpanKind

from gatehouse.kit.db.held import slow_work
from gatehouse.kit.tracing.spans import span
from gatehouse.providers.mail.message import build_message
from gatehouse.providers.mail.port import Mail
from gatehouse.providers.mail.settings import SmtpMail


class SmtpMailer:
    def __init__(self, settings: SmtpMail, sender: str) -> None:
        self._settings = settings
        self._sender = sender

    async def send(self, mail: Mail, message_id: str) -> None:
        slow_work("mail")
        settings = self._settings
        # The library's own limit is for each command; the sending transaction waits for all of them.
        with span("SMTP", SpanKind.CLIENT, {"server.address": settings.host}):
            async with asyncio.timeout(settings.timeout_seconds):
                await aiosmtplib.send(
                    build_message(mail, self._sender, message_id),
                    hostname=settings.host,
                    port=settings.port,
                    username=settings.username,
                    password=settings.password.get_secret_value() if settings.password else None,
                    use_tls=settings.security == "tls",
                    start_tls=settings.security == "starttls",
                    timeout=settings.timeout_seconds,
                )
