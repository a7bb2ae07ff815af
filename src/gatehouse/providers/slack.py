"""Slack through its Web API: `oauth.v2.access`, `conversations.list`, `chat.postMessage`."""

import base64
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlencode

import orjson

from gatehouse.kit.outbound import AddressRefused, Outbound, Unreachable
from gatehouse.providers.settings import SlackApp


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

    async def exchange_code(self, code: str, redirect_uri: str | None) -> SlackWorkspace:
        """The workspace that was authorized with this code. Like every method here, raises `SlackRefused` and
        `SlackFailed`."""

    async def list_channels(self, token: str) -> list[SlackChannel]:
        """Those that the app sees, by name; 2000 at most."""

    async def post_message(self, token: str, channel_id: str, title: str, text: str) -> None:
        """Post a message as plain text: Slack markup in it is not interpreted."""


@dataclass(frozen=True, slots=True)
class SlackChoice:
    """None where the vendor has no app at Slack."""

    slack: Slack | None


SCOPES = "chat:write,chat:write.public,channels:read,groups:read"
MOST_BYTES = 1_000_000
PAGE, PAGES = 200, 10
# What passes, or is mended while messages wait.
PASSING = {"ratelimited", "rate_limited", "internal_error", "fatal_error", "service_unavailable",
           "request_timeout", "team_added_to_org"}  # fmt: skip
FORM = {"content-type": "application/x-www-form-urlencoded"}


class SlackWebApi:
    def __init__(self, settings: SlackApp, outbound: Outbound) -> None:
        self._settings = settings
        self._outbound = outbound
        self.client_id = settings.client_id
        query = urlencode({"client_id": settings.client_id, "scope": SCOPES})
        self.authorize_url = f"{settings.base_url}/oauth/v2/authorize?{query}"

    async def exchange_code(self, code: str, redirect_uri: str | None) -> SlackWorkspace:
        secret = self._settings.client_secret.get_secret_value()
        login = base64.b64encode(f"{self.client_id}:{secret}".encode()).decode()
        form = {"code": code} | ({"redirect_uri": redirect_uri} if redirect_uri else {})
        found = await self._call_web_api("oauth.v2.access", form, f"Basic {login}")
        team = found.get("team") or {}
        try:
            return SlackWorkspace(
                str(team["id"]), str(team.get("name") or ""), found["access_token"]
            )
        except (KeyError, TypeError):
            raise SlackRefused("no_workspace") from None

    async def list_channels(self, token: str) -> list[SlackChannel]:
        found: list[SlackChannel] = []
        query = {
            "types": "public_channel,private_channel",
            "exclude_archived": "true",
            "limit": str(PAGE),
        }
        for _ in range(PAGES):
            page = await self._call_web_api("conversations.list", query, f"Bearer {token}")
            found += [SlackChannel(one["id"], one["name"]) for one in page.get("channels", [])]
            query["cursor"] = (page.get("response_metadata") or {}).get("next_cursor") or ""
            if not query["cursor"]:
                break
        return sorted(found, key=lambda one: one.name)

    async def post_message(self, token: str, channel_id: str, title: str, text: str) -> None:
        form = {
            "channel": channel_id,
            "text": f"*{escape_slack_text(title)}*\n{escape_slack_text(text)}",
            "unfurl_links": "false",
            "unfurl_media": "false",
        }
        await self._call_web_api("chat.postMessage", form, f"Bearer {token}")

    async def _call_web_api(self, method: str, form: dict[str, str], login: str) -> dict[str, Any]:
        try:
            answer = await self._outbound.post(
                f"{self._settings.base_url}/api/{method}",
                urlencode(form).encode(),
                {**FORM, "authorization": login},
                most=MOST_BYTES,
            )
        except (AddressRefused, Unreachable) as error:
            raise SlackFailed(str(error)) from None
        if answer.status != 200:
            raise SlackFailed(f"Slack answered {answer.status}")
        try:
            found = orjson.loads(answer.text)
            is_done, why = found["ok"] is True, str(found.get("error", "unknown"))[:100]
        except (ValueError, LookupError, TypeError, AttributeError):
            raise SlackFailed("Slack answered no JSON") from None
        if not is_done:
            raise (SlackFailed if why in PASSING else SlackRefused)(why)
        return dict(found)


def escape_slack_text(text: str) -> str:
    """Slack reads mentions and links from what stands in angle brackets."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
