import base64
import hmac
import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from ipaddress import ip_network
from typing import Any

import httpx
import pytest

from gatehouse.kit.circuits import Circuits
from gatehouse.kit.outbound import Outbound
from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.backend import Backend, restored_backend
from tests.connectivity.receiver import Received, Receiver, Reply
from tests.identity.signup_steps import GOOD, LOGIN, stranger
from tests.world import World

PREHOOKS = "/prehooks/resources/configurations/v1"
SECRET = "known to both of us"
WORDS = "We take no more beta testers."


def says(answer: object, status: int = 200, **more: Any) -> Reply:
    text = answer if isinstance(answer, str) else json.dumps(answer)
    return Reply(status, text, **more)


def blocked(*words: str) -> Reply:
    return says({"verdict": "block", "error": {"status": 403, "message": list(words)}})


def is_signed(token: str, secret: str) -> bool:
    """Whether it is a JWT that was signed with the secret (HS256)."""
    signed, _, signature = token.rpartition(".")
    right = hmac.digest(secret.encode(), signed.encode(), "sha256")
    return base64.urlsafe_b64encode(right).rstrip(b"=").decode() == signature


def part_of(token: str) -> dict[str, Any]:
    """The claims of a token, without a check of its signature."""
    found: dict[str, Any] = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "==="))
    return found


ALLOW = says({"verdict": "allow"})


@dataclass
class Service:
    """The vendor's own server, and the prehooks that lead to it."""

    backend: Backend
    receiver: Receiver
    resources: Resources

    @property
    def http(self) -> httpx.AsyncClient:
        return self.backend.http

    async def hook(self, *events: str, **more: Any) -> dict[str, Any]:
        body = {
            "displayName": " and ".join(events), "url": self.receiver.url, "secret": SECRET,
            "eventKeys": list(events), "isActive": True, "failMethod": "CLOSE", **more,
        }  # fmt: skip
        made = await self.http.post(PREHOOKS, json=body)
        assert made.status_code == 201, made.text
        await self.load()
        found: dict[str, Any] = made.json()
        return found

    async def load(self) -> None:
        await self.resources[VendorConfiguration].load()

    def replies(self, reply: Reply) -> None:
        self.receiver.reply = lambda _: reply

    def asked(self, event: str) -> list[dict[str, Any]]:
        return [one.json for one in self.receiver.received if one.json["eventKey"] == event]

    @property
    def last(self) -> Received:
        return self.receiver.received[-1]


@pytest.fixture
def loopback_is_allowed(resources: Resources) -> Iterator[None]:
    before = resources[Outbound]
    resources.add(Outbound, Outbound([ip_network("127.0.0.0/8")]))
    resources.add(Circuits, Circuits())
    yield
    resources.add(Outbound, before)


@pytest.fixture
async def service(
    world: World, resources: Resources, loopback_is_allowed: None
) -> AsyncIterator[Service]:
    receiver = Receiver()
    server = await receiver.serve()
    receiver.reply = lambda _: ALLOW
    async with restored_backend(world) as backend:
        yield Service(backend, receiver, resources)
    server.close()


async def tries(asgi, email: str, password: str = GOOD) -> Any:
    async with stranger(asgi) as browser:
        return await browser.post(LOGIN, json={"email": email, "password": password})


def claims_of(answer: Any) -> dict[str, Any]:
    return part_of(answer.json()["accessToken"])
