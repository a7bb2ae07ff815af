"""What a test does with an account's subscriptions by mail and text message."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from email.message import EmailMessage
from typing import Any

from tests.connectivity.steps import GROUP_CREATED, GROUPS
from tests.sent import texts_in
from tests.world import Person, World

CONFIGURATIONS = "/integrations/resources/configurations"
EMAILS = f"{CONFIGURATIONS}/v1/emails"
SMS = f"{CONFIGURATIONS}/v2/sms"


@dataclass
class Subscriptions:
    """By mail, or by text message."""

    url: str
    world: World
    admin: Person
    run_jobs: Callable[[], Awaitable[None]]

    async def listed(self) -> list[dict[str, Any]]:
        answer = await self.admin.browser.get(self.url)
        assert answer.status_code == 200, answer.text
        found: list[dict[str, Any]] = answer.json()
        return found

    async def add(self, *recipients: str, key: str = GROUP_CREATED, **changes: object) -> None:
        form = {"name": "Ours", "enabled": True, "recipients": list(recipients)} | changes
        body = {"enabled": True, "subscriptions": [form]}
        answer = await self.admin.browser.post(f"{self.url}/{key}", json=body)
        assert answer.status_code == 201, answer.text

    async def happens(self, name: str = "Sales") -> None:
        answer = await self.admin.browser.post(GROUPS, json={"name": name})
        assert answer.status_code == 201, answer.text
        await self.run_jobs()

    def mails(self, to: str) -> list[EmailMessage]:
        """Those that tell of something."""
        return [mail for mail in self.world.mails(to) if "created" in str(mail["Subject"])]

    def texts(self, to: str) -> list[str]:
        return texts_in(self.world.settings.data_dir).to(to)


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    text: str = body.get_content()
    return text
