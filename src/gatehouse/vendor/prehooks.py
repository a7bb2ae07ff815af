"""`[prehooks.<key>]` of the document."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, Field, StringConstraints

from gatehouse.kit import clock
from gatehouse.kit.db import Command, Db, Query
from gatehouse.kit.outbound import AddressRefused, split_url
from gatehouse.kit.refused_value import RefusedValue
from gatehouse.kit.schemas import Name, Text
from gatehouse.kit.sealed import SealedColumn
from gatehouse.vendor.document.sealing import SealedText, decode_sealed, encode_sealed
from gatehouse.vendor.document.section import (
    Changes,
    DocumentEntry,
    DocumentProblem,
    DocumentSection,
    Entries,
    State,
    delete_removed_entries,
    quote_key,
)

EventKey = Literal["SIGN_UP", "USER_INVITE", "SIGN_IN", "JWT_GENERATION"]
EVENT_KEYS: tuple[EventKey, ...] = get_args(EventKey)
FailMethod = Literal["OPEN", "CLOSE"]


@dataclass(frozen=True, slots=True)
class Prehook:
    """`id` is its key in the document. `event_keys` are the events that it is called before. `fail_method` is
    the result when it does not respond: OPEN lets the action pass, CLOSE refuses it."""

    id: str
    display_name: str
    description: str
    url: str
    sealed_secret: bytes = field(repr=False)
    event_keys: list[EventKey]
    is_active: bool
    fail_method: FailMethod
    created_at: datetime
    updated_at: datetime


SECRETS = SealedColumn("prehooks", "sealed_secret")

READ_PREHOOKS = Query(Prehook, "select * from prehooks order by created_at, id")

SAVE = Command(
    """
    insert into prehooks (id, created_at, updated_at, display_name, description, url, sealed_secret,
      event_keys, is_active, fail_method)
    values ($1, $2, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (id) do update set updated_at = $2, display_name = $3, description = $4, url = $5,
      sealed_secret = $6, event_keys = $7, is_active = $8, fail_method = $9
    """
)

DELETE = Command("delete from prehooks where id = any ($1::text[])")


def _check_url(url: str) -> str:
    try:
        split_url(url)
    except AddressRefused as error:
        raise RefusedValue(str(error), "no_url") from None
    return url


Url = Annotated[str, StringConstraints(min_length=1, max_length=2000), AfterValidator(_check_url)]


class PrehookEntry(DocumentEntry):
    display_name: Annotated[Name, Field(min_length=1)] = Field(description="What you call it.")
    description: Text = Field("", description="What it is for.")
    url: Url = Field(
        description="Where it is asked, by POST. In production it begins with `https`."
    )
    secret: SealedText = Field(
        description="8 to 256 characters, with which each question is signed. Stored encrypted, and shown "
        "only so."
    )
    event_keys: list[EventKey] = Field(
        min_length=1,
        max_length=4,
        description="What it is asked before; each of at most one prehook.",
    )
    active: bool = Field(False, description="It is asked.")
    fail_method: FailMethod = Field(
        "CLOSE",
        description="Where it does not answer as it should: `OPEN` lets pass who waits, `CLOSE` refuses.",
    )


async def read_prehooks(db: Db) -> Entries:
    return {
        row.id: PrehookEntry(
            display_name=row.display_name,
            description=row.description,
            url=row.url,
            secret=encode_sealed(row.sealed_secret),
            event_keys=row.event_keys,
            active=row.is_active,
            fail_method=row.fail_method,
        ).model_dump(mode="json")
        for row in await READ_PREHOOKS.all(db)
    }


async def write_prehooks(db: Db, changes: Changes) -> None:
    for key, after in await delete_removed_entries(db, DELETE, changes):
        entry = PrehookEntry.model_validate(after)
        await SAVE.run(
            db, key, clock.now(), entry.display_name, entry.description, entry.url,
            decode_sealed(entry.secret), list(dict.fromkeys(entry.event_keys)), entry.active,
            entry.fail_method,
        )  # fmt: skip


def check_prehooks(state: State) -> Iterator[DocumentProblem]:
    holders: dict[str, str] = {}
    for key, entry in state["prehooks"].items():
        for event in dict.fromkeys(entry["event_keys"]):
            other = holders.setdefault(event, key)
            if other != key:
                text = f"{event} already has a prehook: {other}"
                given = {"event": event, "name": other}
                yield DocumentProblem(
                    f"prehooks.{quote_key(key)}.event_keys", text, "event_taken", given
                )


PREHOOKS = DocumentSection(
    "prehooks",
    "Your services that are called before a user signs up (SIGN_UP), is invited (USER_INVITE), signs in "
    "(SIGN_IN) or gets a token (JWT_GENERATION).",
    PrehookEntry,
    read_prehooks,
    write_prehooks,
    check=check_prehooks,
    most=20,
    keys=r"[A-Za-z0-9_-]{1,60}",
    secrets={"secret": SECRETS},
    example="""\
[prehooks.sign-ups]
display_name = "Who may sign up"
url = "https://backend.example.com/prehooks"
secret = "as-your-backend-knows-it"
event_keys = ["SIGN_UP"]
active = true
fail_method = "CLOSE"
""",
)
