"""What every mail about an account has in common."""

from typing import Any
from urllib.parse import urlencode

from gatehouse.kit.db import Db
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import Resources
from gatehouse.providers.outgoing import Outbox
from gatehouse.vendor.brand.service import brand_of
from gatehouse.vendor.current import configuration_of


async def send(db: Db, resources: Resources, template: str, to: str, **values: Any) -> None:
    """Queue the mail in this transaction, in the looks of the pages that its links lead to."""
    brand = brand_of(configuration_of(resources), "loginBox")
    looks = {"logo": brand.logo or "", "accent": brand.accent_hex, "ink": brand.ink_hex}
    await resources[Outbox].mail(db, template, to, vendor=brand.name, **looks, **values)


def link(resources: Resources, path: str, **query: Any) -> str:
    """The page of that path, where the sign-in pages are; what a request says about hosts plays no part."""
    deployment = resources[Deployment]
    address = (deployment.application_url or deployment.public_url) + path
    return f"{address}?{urlencode(query)}" if query else address
