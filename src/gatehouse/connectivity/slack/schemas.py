"""Slack on the wire (wire-api §16.18)."""

from typing import Annotated
from uuid import UUID

from pydantic import Field, StringConstraints

from gatehouse.connectivity.subscriptions.schemas import NotTold
from gatehouse.kit.schemas import Line, Text, Wire

MOST_SUBSCRIPTIONS = 50
MOST_EVENTS = 100
MOST_CHANNELS = 20

ChannelId = Annotated[str, StringConstraints(pattern=r"^[A-Z0-9]{2,30}$")]


class SlackEvent(Wire):
    """`title` and `message` take the place of the usual text."""

    event_key: Annotated[
        str, StringConstraints(min_length=1, max_length=200, pattern=r"^[\w.\-]+$")
    ] = Field(examples=["frontegg.user.signedUp"])
    channel_ids: list[ChannelId] = Field(max_length=MOST_CHANNELS, examples=[["C01ALERTS"]])
    title: Line | None = None
    message: Text | None = None


class SlackSubscriptionIn(Wire):
    """Events without channels are left out."""

    is_active: bool
    slack_events: list[SlackEvent] = Field(max_length=MOST_EVENTS)


class SlackSubscriptionOut(Wire):
    id: UUID
    is_active: bool
    slack_events: list[SlackEvent]


class SlackConfiguration(Wire):
    """`id` is that of the account. `failures`: the newest twenty of the last seven days, by channel id."""

    id: UUID
    is_connected: bool
    team_name: str | None = None
    slack_subscriptions: list[SlackSubscriptionOut]
    failures: list[NotTold]


class SlackApplication(Wire):
    """`authorizeUrl` is where an administrator of the workspace permits it, once `redirect_uri` and `state`
    are added."""

    client_id: str
    authorize_url: str


class SlackCode(Wire):
    """`redirectUri` as Slack was given it, where it was given one."""

    code: Annotated[
        str, StringConstraints(min_length=1, max_length=1000, pattern=r"^[\x21-\x7e]+$")
    ]
    redirect_uri: (
        Annotated[str, StringConstraints(max_length=2000, pattern=r"^https?://[\x21-\x7e]+$")]
        | None
    ) = None


class SlackChannel(Wire):
    id: str
    name: str
