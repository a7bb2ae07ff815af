"""What every mail about an account has in common."""

from typing import Any
from urllib.parse import urlencode

from gatehouse.identity.mails import queries
from gatehouse.kit.db import Db
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import Resources
from gatehouse.providers.outgoing import Outbox


async def send(db: Db, resources: Resources, template: str, to: str, **values: Any) -> None:
    """Queue the mail in this transaction."""
    vendor = await queries.VENDOR_NAME.one(db)
    await resources[Outbox].mail(db, template, to, vendor=vendor, **values)


def link(resources: Resources, path: str, **query: Any) -> str:
    """The page of that path, where the sign-in pages are; what a request says about hosts plays no part."""
    deployment = resources[Deployment]
    address = (deployment.application_url or deployment.public_url) + path
    return f"{address}?{urlencode(query)}" if query else address
