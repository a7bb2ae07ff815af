"""Events: a lower area announces one, a higher area subscribes; neither knows the other.

Announcing enqueues one job, and only when the event has a subscriber and the tenant may have asked for it.
That job enqueues one job for each subscriber that wants the event, so a failing one is repeated alone and
does not delay the others.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from functools import cache
from importlib import import_module
from typing import Any, ClassVar, Generic, Literal, Self, TypeVar, dataclass_transform
from uuid import UUID

from pydantic import TypeAdapter

from gatehouse.kit.db import Db, Scope
from gatehouse.kit.jobs import (
    JobContext,
    OfNewerVersion,
    encode_job_payload,
    enqueue,
    job,
    load_job,
)
from gatehouse.kit.manifest import load_module, read_manifest

FAN_OUT = "events.fan_out"

Severity = Literal["Info", "Medium", "High", "Critical", "Error"]

# Those of imported modules. The manifest has the others.
registered_kinds: dict[str, "type[Event]"] = {}
registered_subscribers: "dict[str, type[Event]]" = {}


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True, slots=True)
class Event:
    """What happened, in the past tense. Declared beside the area that announces it; a subclass becomes a
    dataclass by itself:

        class RoleCreated(Event):
            event_name = "role.created"
            severity = "Medium"
            text = "Created the role {name}"
            role_id: UUID
            name: str

    The fields are ids and plain facts, never secrets; all but `tenant_id` are the event's data, and fill
    the placeholders of `text`. Where that takes more than filling in, a property replaces it. `user_id`
    is the user it is about. A field that may be None has that as its default, because data leaves it out; one
    that is added later has a default too, because what was announced before lacks it. Where another
    event of the same moment is in the audit already, `is_audited` is False: only subscribers get it.
    """

    event_name: ClassVar[str] = ""
    severity: ClassVar[Severity] = "Info"
    text: ClassVar[str] = ""
    is_audited: ClassVar[bool] = True

    tenant_id: UUID | None

    def __init_subclass__(cls) -> None:
        if "__dataclass_fields__" not in cls.__dict__:
            dataclass(frozen=True)(cls)
        if cls.event_name:
            registered_kinds[cls.event_name] = cls

    @property
    def description(self) -> str:
        """The event in one readable sentence."""
        return self.text.format(**self.data)

    @property
    def data(self) -> dict[str, Any]:
        """By the names of the fields; what is None is left out."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {
            name: value
            for name, value in values.items()
            if name != "tenant_id" and value is not None
        }


@dataclass(frozen=True, slots=True)
class Actor:
    """Who did it, and from where. `id`: the user, token, machine or credential; None for a schedule, the
    provider or the command line."""

    kind: str = "system"
    id: UUID | None = None
    user_id: UUID | None = None
    email: str | None = None
    impersonator_id: UUID | None = None
    ip: str | None = None
    user_agent: str | None = None


_ACTOR = TypeAdapter(Actor)

E = TypeVar("E", bound=Event)


@dataclass(frozen=True, slots=True)
class EventEnvelope(Generic[E]):
    """An event that happened. `id` is that of its audit row, and the same at every delivery."""

    id: UUID
    occurred_at: datetime
    actor: Actor
    event: E

    @property
    def payload(self) -> dict[str, Any]:
        """The one shape in which events travel."""
        actor = self.actor
        return {
            "id": str(self.id),
            "name": self.event.event_name,
            "occurredAt": self.occurred_at.isoformat(),
            "tenantId": self.event.tenant_id,
            "actor": {
                "kind": actor.kind,
                "id": actor.id,
                "userId": actor.user_id,
                "email": actor.email,
                "impersonatorId": actor.impersonator_id,
                "ip": actor.ip,
                "userAgent": actor.user_agent,
            },
            "data": self.event.data,
        }

    @classmethod
    def from_payload(cls, payload: Mapping[str, Any]) -> Self:
        """`OfNewerVersion` for an event that this version does not have."""
        actor = payload["actor"]
        facts = {"tenant_id": payload["tenantId"], **payload["data"]}
        return cls(
            UUID(payload["id"]),
            datetime.fromisoformat(payload["occurredAt"]),
            _ACTOR.validate_python(
                {
                    "kind": actor["kind"],
                    "id": actor["id"],
                    "user_id": actor["userId"],
                    "email": actor["email"],
                    "impersonator_id": actor["impersonatorId"],
                    "ip": actor["ip"],
                    "user_agent": actor["userAgent"],
                }
            ),
            _find_payload_reader(payload["name"]).validate_python(facts),
        )


@cache
def _find_payload_reader(name: str) -> TypeAdapter[Any]:
    return TypeAdapter(find_event_kind(name))


Subscriber = Callable[[JobContext, EventEnvelope[E]], Awaitable[None]]
# Asked in a system transaction that says nothing of the event's tenant but what is looked up by it.
Wants = Callable[[JobContext, Db, EventEnvelope[E]], Awaitable[bool]]

registered_wants: "dict[str, Wants[Any]]" = {}


def subscribe_to_event(
    kind: type[E], job_name: str, *, max_attempts: int = 8, wants: Wants[E] | None = None
) -> Callable[[Subscriber[E]], Subscriber[E]]:
    """Register `async def handler(context: JobContext, news: News[RoleCreated])` as the job `job_name`, for
    events of this class; `Event` means all. It may run twice, so it is idempotent: `news.id` tells. Where
    most events lead to nothing, `wants` says so without a job; what it says yes to may still be nothing. It
    is asked only of accounts that ask to be told: those of the database's `gatehouse_listens`."""

    def register(handler: Subscriber[E]) -> Subscriber[E]:
        @job(job_name, max_attempts=max_attempts)
        async def run(context: JobContext, news: dict[str, Any]) -> None:
            await load_event_kind(news["name"])
            await handler(context, EventEnvelope.from_payload(news))

        if wants is not None:
            registered_wants[job_name] = wants
        registered_subscribers[job_name] = kind
        return handler

    return register


def list_event_names() -> set[str]:
    """The names of all events."""
    return {*read_manifest()["events"], *registered_kinds}


def find_event_kind(name: str) -> type[Event]:
    """The class of an event; imports its module if that has not been done. Raises `OfNewerVersion`."""
    if name not in registered_kinds:
        import_module(_find_module_of_event(name))
    return registered_kinds[name]


async def load_event_kind(name: str) -> None:
    """Import the module of an event in a thread. Raises `OfNewerVersion`."""
    if name not in registered_kinds:
        await load_module(_find_module_of_event(name))


def _find_module_of_event(name: str) -> str:
    module = read_manifest()["events"].get(name)
    if module is None:
        raise OfNewerVersion(name)
    return module


def list_subscribers(kind: type[Event]) -> dict[str, bool]:
    """The jobs that want events of this class, and whether each is selective: asked before it is enqueued."""
    registered = {
        name: name in registered_wants
        for name, wanted in [*registered_subscribers.items()]
        if issubclass(kind, wanted)
    }
    return registered | {
        name: one["is_selective"]
        for name, one in read_manifest()["subscribers"].items()
        if one["events"] is None or kind.event_name in one["events"]
    }


@dataclass(frozen=True, slots=True)
class FanOutPayload:
    """The queue's part of an announced event. `always`: also for a tenant that has subscribed to nothing."""

    payload: bytes | None
    always: bool


def to_fan_out_payload(news: EventEnvelope[Any]) -> FanOutPayload:
    """The payload for `FAN_OUT`; `payload` is None when the event has no subscriber. The subscribers run once
    the announcing transaction has committed."""
    subscribers = list_subscribers(type(news.event))
    payload = encode_job_payload(news=news.payload) if subscribers else None
    return FanOutPayload(payload, not all(subscribers.values()))


@job(FAN_OUT)
async def fan_out(context: JobContext, news: dict[str, Any]) -> None:
    """Enqueue the jobs of all subscribers, or of none. A repetition does not enqueue a job that still waits
    or runs."""
    await load_event_kind(news["name"])
    happened = EventEnvelope[Any].from_payload(news)
    subscribers = list_subscribers(type(happened.event))
    for job_name, is_selective in subscribers.items():
        if is_selective:
            await load_job(job_name)
    async with context.database.transaction(Scope.system()) as db:
        for job_name in subscribers:
            wants = registered_wants.get(job_name)
            if wants is not None and not await wants(context, db, happened):
                continue
            await enqueue(db, job_name, once=f"{job_name}:{news['id']}", news=news)
