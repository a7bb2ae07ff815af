"""`[mails.<type>]` of the document."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field, StringConstraints

from gatehouse.identity.mails.kinds import KINDS, find_template_faults
from gatehouse.identity.mails.schemas import Html
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.kit.schemas import Line
from gatehouse.vendor import messages
from gatehouse.vendor.document.section import (
    Changes,
    DocumentEntry,
    DocumentProblem,
    DocumentSection,
    Entries,
    State,
    delete_removed_entries,
)

Sender = Annotated[
    str, StringConstraints(max_length=320, pattern=r"^[^@\s\x00-\x1f]+@[^@\s\x00-\x1f]+$")
]


class MailEntry(DocumentEntry):
    subject: Annotated[Line, Field(min_length=1)] = Field(
        description="May hold placeholders, as the text may."
    )
    html: Html = Field(
        description="What is sent. Placeholders stand in double braces; which there are depends on the type, "
        "and what is refused names them."
    )
    sender_email: Sender | None = Field(None, description="In place of the sender of the settings.")
    from_name: Annotated[Line, Field(min_length=1)] | None = Field(
        None, description="In place of the name of the settings."
    )
    active: bool = Field(True, description="If not, it is not sent.")


async def read_mail_templates(db: Db) -> Entries:
    return {
        row.type: MailEntry.model_validate(row).model_dump(mode="json", exclude_none=True)
        for row in await messages.MAIL_TEMPLATES.all(db)
    }


async def write_mail_templates(db: Db, changes: Changes) -> None:
    for key, after in await delete_removed_entries(db, messages.DELETE_MAIL_TEMPLATES, changes):
        entry = MailEntry.model_validate(after)
        await messages.SAVE_MAIL_TEMPLATE.run(
            db, new_id(), key, entry.subject, entry.html, entry.sender_email, entry.from_name,
            entry.active, clock.now(),
        )  # fmt: skip


def check_mail_templates(state: State) -> Iterator[DocumentProblem]:
    for key, entry in state["mails"].items():
        kind = KINDS.get(key)
        if kind is None:
            known = ", ".join(KINDS)
            text = f"is unknown; use one of {known}"
            yield DocumentProblem(f"mails.{key}", text, "never_sent", {"known": known})
            continue
        for place, said in find_template_faults(kind, entry["subject"], entry["html"]):
            yield DocumentProblem.from_error(f"mails.{key}.{place}", said)
        if kind.notice and not entry["active"]:
            yield DocumentProblem(
                f"mails.{key}.active", "this email cannot be turned off", "always_told"
            )


MAILS = DocumentSection(
    "mails",
    "Mails that you have written yourself; the others are as they come. Removed, one is as it came.",
    MailEntry,
    read_mail_templates,
    write_mail_templates,
    check=check_mail_templates,
    keys=r"[A-Za-z]{1,40}",
    example="""\
[mails.ResetPassword]
subject = "A new password for {{vendor}}"
html = "<p><a href=\\"{{link}}\\">Choose a new password</a></p>"
""",
)
