"""`[text_messages]` of the document."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import StringConstraints

from gatehouse.identity.text_messages.service import DEFAULTS, PLACEHOLDERS
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.vendor import messages
from gatehouse.vendor.document.section import (
    Changes,
    DocumentProblem,
    DocumentSection,
    Entries,
    State,
)
from gatehouse.vendor.messages import check_placeholders as check_text
from gatehouse.vendor.messages import list_placeholders

# Each further part of 153 characters costs as much as the first.
Words = Annotated[
    str,
    StringConstraints(
        strict=True, min_length=1, max_length=300, pattern=r"^[^\x00-\x09\x0b-\x1f\x7f]*$"
    ),
]


async def read_sms_templates(db: Db) -> Entries:
    return {row.type: row.template for row in await messages.SMS_TEMPLATES.all(db)}


async def write_sms_templates(db: Db, changes: Changes) -> None:
    for key, (_, after) in changes.items():
        if after is None:
            await messages.DELETE_SMS_TEMPLATE.first(db, key)
        else:
            await messages.SAVE_SMS_TEMPLATE.one(db, new_id(), key, after, clock.now())


def check_sms_templates(state: State) -> Iterator[DocumentProblem]:
    for key, text in state["text_messages"].items():
        place = f"text_messages.{key}"
        if key not in DEFAULTS:
            known = ", ".join(DEFAULTS)
            text = f"is unknown; use one of {known}"
            yield DocumentProblem(place, text, "never_sent", {"known": known})
            continue
        try:
            check_text(text, PLACEHOLDERS)
        except ValueError as error:
            yield DocumentProblem.from_error(place, error)
        if "code" not in list_placeholders(text):
            yield DocumentProblem(
                place, "must contain {{code}}", "placeholder_needed", {"placeholder": "{{code}}"}
            )


TEXT_MESSAGES = DocumentSection(
    "text_messages",
    "Text messages that you have written yourself: `OTC` for signing in and changes of a number, `MFAOTC` "
    "for the second factor. Placeholders are `{{code}}` and `{{vendor}}`.",
    Words,
    read_sms_templates,
    write_sms_templates,
    scalar=True,
    check=check_sms_templates,
    keys=r"[A-Z]{1,20}",
    example="""\
[text_messages]
OTC = "{{code}} is your code for {{vendor}}"
""",
)
