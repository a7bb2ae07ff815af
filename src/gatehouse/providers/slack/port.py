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
    # Where a member of the workspace authorizes the app. `redirect_uri` and `state` are added to it.
    authorize_url: str

    async def exchange(self, code: str, redirect_uri: str | None) -> SlackWorkspace:
        """The workspace that was authorized with this code. Like every method here, raises `SlackRefused` and
        `SlackFailed`."""

    async def channels(self, token: str) -> list[SlackChannel]:
        """Those that the app sees, by name; 2000 at most."""

    async def post(self, token: str, channel_id: str, title: str, text: str) -> None:
        """Post a message as plain text: Slack markup in it is not interpreted."""
