"""What the mail services that are spoken to over HTTP have in common."""

import asyncio
from typing import Any

from gatehouse.kit.db.held_connections import slow_work
from gatehouse.kit.environment_client import new_async_client

SECONDS = 20.0


class MailServiceFailed(Exception):
    """The service did not take the mail this time."""


async def post_mail(url: str, **what: Any) -> None:
    """`MailServiceFailed`; nothing of the mail, or of the answer, goes into the error, which is stored."""
    slow_work("mail")
    async with (
        asyncio.timeout(SECONDS),
        new_async_client(url, timeout=SECONDS) as client,
    ):
        answer = await client.post(url, **what)
    if not answer.is_success:
        raise MailServiceFailed(f"the mail service answered {answer.status_code}")
