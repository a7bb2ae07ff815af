"""Bodies about the use of a license."""

from datetime import date, datetime

from pydantic import Field

from gatehouse.kit.schemas import Wire


class UsedDay(Wire):
    day: date
    active: int = Field(description="People and machines that used it.")
    sessions: int
    session_seconds: int


class UsedVersion(Wire):
    version: str
    active: int


class Statistics(Wire):
    """Of the last 30 days of UTC, today included."""

    from_: datetime = Field(alias="from")
    max_seats: int
    used_seats: int
    monthly_active: int
    daily_active: int = Field(description="Today, so far.")
    sessions: int
    session_seconds: int
    days: list[UsedDay] = Field(description="A day without use is left out.")
    versions: list[UsedVersion] = Field(description="The twenty that most use.")


class Checklist(Wire):
    """When each step was done; null: not yet."""

    organization: datetime
    license: datetime
    first_contact: datetime | None = Field(description="A tool has claimed its first seat.")
    first_session: datetime | None = Field(description="A tool has reported its first use.")
    second_person: datetime | None = Field(description="Somebody else has joined.")
    payment_method: datetime | None = Field(description="It was bought for the first time.")
