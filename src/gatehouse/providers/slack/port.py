from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class SlackWorkspace:
    """Where the app was installed; `token` is what it acts with there."""

    id: str
    name: str
    token: str


@dataclass(frozen=True, slots=True)
class SlackChannel:
    id: str
    name: str


class SlackRefused(Exception):
    """Slack will not do it, now or later: the text is Slack's own word for why, such as
    `channel_not_found`."""


class SlackFailed(Exception):
    """Slack did not do it this time."""


class Slack(Protocol):
    client_id: str
    # Where somebody of the workspace permits it. `redirect_uri` and `state` are added to it.
    authorize_url: str

    async def exchange(self, code: str, redirect_uri: str | None) -> SlackWorkspace:
        """The workspace that somebody permitted. `SlackRefused`, `SlackFailed`, as everything here."""

    async def channels(self, token: str) -> list[SlackChannel]:
        """Those that the app sees, by name; 2000 at most."""

    async def post(self, token: str, channel_id: str, title: str, text: str) -> None:
        """As plain text: nothing in it is read as Slack's markup."""
