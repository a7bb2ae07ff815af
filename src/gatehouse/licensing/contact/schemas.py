"""Bodies about writing to the vendor."""

from typing import Annotated

from pydantic import Field

from gatehouse.kit.schemas import Name, Text, Wire


class ContactOut(Wire):
    email: str | None = Field(
        None, description="Where messages go; absent: the vendor takes none here."
    )
    person: str | None = Field(None, description="Who answers.")
    answer_hours: int | None = Field(None, description="How long an answer takes, as a rule.")


class ContactMessage(Wire):
    subject: Annotated[Name, Field(min_length=1)]
    message: Annotated[Text, Field(min_length=1)]
