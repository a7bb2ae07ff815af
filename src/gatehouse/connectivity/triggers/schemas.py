"""Triggers on the wire (wire-api §16.18)."""

from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, StringConstraints
from pydantic.alias_generators import to_camel

from gatehouse.kit.events import Severity
from gatehouse.kit.schemas import Name, Wire, json_object

Title = Annotated[Name, StringConstraints(min_length=1)]
Summary = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True,
        min_length=1,
        max_length=2000,
        pattern=r"^[^\x00-\x08\x0b-\x1f\x7f]*$",
    ),
]
Html = Annotated[
    str, StringConstraints(min_length=1, max_length=20_000, pattern=r"^[^\x00-\x08\x0b-\x1f\x7f]*$")
]


EventKey = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=r"^[\w.\-]+$")]


class EventData(Wire):
    """What happened. Fields beside `title` and `description` go to webhooks; 4096 bytes of JSON together."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="allow")

    title: Title
    description: Summary


def _check_event_data_size(data: EventData) -> EventData:
    json_object(data.model_extra)
    return data


def _normalize_channel(given: object) -> object:
    """The published packages send `true` for a channel as it usually is; one of them `[]` for an object
    without anything."""
    if given is True or given == []:
        return {}
    return None if given is False else given


class EmailChannel(Wire):
    """How mail is to tell of it. Without these, the title and the description stand in the usual mail."""

    subject: Title | None = None
    html: Html | None = None


class BellChannel(Wire):
    """Shown in the product itself: to these members of the account, or to all. `title` and `body` take the
    place of the event's title and description."""

    user_ids: list[UUID] | None = Field(None, min_length=1, max_length=200)
    title: Title | None = None
    body: Summary | None = None
    severity: Severity = "Info"
    url: (
        Annotated[str, StringConstraints(max_length=2000, pattern=r"^https?://[\x21-\x7e]+$")]
        | None
    ) = None


class ChannelConfiguration(Wire):
    """Mail, text messages, Slack and webhooks go to subscribers; `bell` only where it is given."""

    email: Annotated[EmailChannel | None, BeforeValidator(_normalize_channel)] = None
    bell: Annotated[BellChannel | None, BeforeValidator(_normalize_channel)] = None


class EventTrigger(Wire):
    event_key: EventKey = Field(examples=["invoices.overdue"])
    data: Annotated[EventData, AfterValidator(_check_event_data_size)]
    channel_configuration: ChannelConfiguration | None = None


class EventTriggerV2(Wire):
    """An event to trigger, in the form that older packages use."""

    event_key: EventKey = Field(examples=["invoices.overdue"])
    properties: Annotated[EventData, AfterValidator(_check_event_data_size)]
    channels: ChannelConfiguration | None = None

    @property
    def current_form(self) -> EventTrigger:
        return EventTrigger(
            event_key=self.event_key, data=self.properties, channel_configuration=self.channels
        )


class TriggeredEventId(Wire):
    event_id: UUID


class ChannelStatus(Wire):
    """`PENDING` while something waits, `FAILED` when something could not be handed over, else `SUCCEEDED`.
    `errorMetadata` has how many `failed`, and why, as `message`."""

    status: Literal["PENDING", "SUCCEEDED", "FAILED"]
    error_metadata: dict[str, Any]


class TriggeredEventStatus(Wire):
    """`channels` has those on which the event is sent: `bell`, `email`, `sms`, `slack`, `webhook`."""

    event_id: UUID
    event_key: str
    channels: dict[str, ChannelStatus]
