"""What stands between this server and a provider that others have written."""

from dataclasses import dataclass
from typing import Self
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import httpx

from tests.audit_log import audit_entries
from tests.world import World


@dataclass(frozen=True)
class Sent:
    """Where the browser was sent, and what it brings there."""

    address: str
    query: dict[str, list[str]]

    @classmethod
    def by(cls, answer: httpx.Response) -> Self:
        assert answer.status_code == 200, answer.text
        address = answer.json()["address"]
        return cls(address, parse_qs(urlsplit(address).query))

    @property
    def state(self) -> str:
        return self.query["RelayState"][0]


async def reasons(world: World, tenant_id: UUID) -> list[str]:
    """Why sign-ins failed."""
    entries = await audit_entries(world, tenant_id, "user.failed_authentication")
    return [entry["json"]["reason"] for entry in entries]


def query_of(answer: httpx.Response) -> dict[str, str]:
    """Of the address that a browser is sent on to."""
    query = parse_qs(urlsplit(answer.headers["location"]).query, keep_blank_values=True)
    return {name: values[0] for name, values in query.items()}


def landed(answer: httpx.Response) -> dict[str, str]:
    """What the page is given behind the address that the provider's form posts to."""
    assert answer.status_code == 303, answer.text
    return query_of(answer)
