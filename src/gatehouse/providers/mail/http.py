"""What the mail services that are spoken to over HTTP have in common."""

import asyncio
from typing import Any
from urllib.parse import urlsplit

import httpx

from gatehouse.kit.db.held import slow_work

SECONDS = 20.0


class MailServiceFailed(Exception):
    """The service did not take the mail this time."""


async def post(url: str, **what: Any) -> None:
    """`MailServiceFailed`; nothing of the mail, or of the answer, goes into the error, which is stored."""
    slow_work("mail")
    # The machine's proxy settings do not apply to a server on the machine itself.
    trust_env = urlsplit(url).hostname not in ("127.0.0.1", "localhost", "::1")
    async with (
        asyncio.timeout(SECONDS),
        httpx.AsyncClient(timeout=SECONDS, trust_env=trust_env) as client,
    ):
        answer = await client.post(url, **what)
    if not answer.is_success:
        raise MailServiceFailed(f"the mail service answered {answer.status_code}")
