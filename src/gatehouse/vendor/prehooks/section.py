"""`[prehooks.<key>]` of the document."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.outbound import AddressRefused, split_url
from gatehouse.kit.refused_value import RefusedValue
from gatehouse.kit.schemas import Name, Text
from gatehouse.vendor.document.sealing import SealedText, bytes_of, text_of
from gatehouse.vendor.document.section import (
    Changes,
    DocumentEntry,
    DocumentProblem,
    DocumentSection,
    Entries,
    State,
    quote_key,
)
from gatehouse.vendor.prehooks import queries
from gatehouse.vendor.prehooks.models import EventKey, FailMethod

MOST = 20


def _a_url(url: str) -> str:
    try:
        split_url(url)
    except AddressRefused as error:
        raise RefusedValue(str(error), "no_url") from None
    return url


Url = Annotated[str, StringConstraints(min_length=1, max_length=2000), AfterValidator(_a_url)]


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
            secret=text_of(row.sealed_secret),
            event_keys=row.event_keys,
            active=row.is_active,
            fail_method=row.fail_method,
        ).model_dump(mode="json")
        for row in await queries.PREHOOKS.all(db)
    }


async def write_prehooks(db: Db, changes: Changes) -> None:
    gone = [key for key, (_, after) in changes.items() if after is None]
    await queries.DELETE.run(db, gone)
    for key, (_, after) in changes.items():
        if after is not None:
            entry = PrehookEntry.model_validate(after)
            await queries.SAVE.run(
                db, key, clock.now(), entry.display_name, entry.description, entry.url,
                bytes_of(entry.secret), list(dict.fromkeys(entry.event_keys)), entry.active,
                entry.fail_method,
            )  # fmt: skip


def check_prehooks(state: State) -> Iterator[DocumentProblem]:
    if len(state["prehooks"]) > MOST:
        yield DocumentProblem("prehooks", f"at most {MOST}", "too_many", {"most": MOST})
    holders: dict[str, str] = {}
    for key, entry in state["prehooks"].items():
        for event in dict.fromkeys(entry["event_keys"]):
            other = holders.setdefault(event, key)
            if other != key:
                text = f"{event} is a matter of {other} already: one prehook for each"
                given = {"event": event, "name": other}
                yield DocumentProblem(
                    f"prehooks.{quote_key(key)}.event_keys", text, "event_taken", given
                )


PREHOOKS = DocumentSection(
    "prehooks",
    "Services of yours that are asked before somebody signs up (SIGN_UP), is invited (USER_INVITE), signs in "
    "(SIGN_IN) or gets a token (JWT_GENERATION).",
    PrehookEntry,
    read_prehooks,
    write_prehooks,
    check=check_prehooks,
    keys=r"[A-Za-z0-9_-]{1,60}",
    secrets={"secret": queries.SECRETS},
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
