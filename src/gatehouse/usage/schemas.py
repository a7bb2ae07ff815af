"""Usage on the wire."""

from pydantic import Field

from gatehouse.kit.schemas import Wire


class UsageMonth(Wire):
    """`activePeople`: users who signed in; `signIns`: how often in total; `tokensCreated` counts API tokens.
    `seats`: users of a licensed tool, None where there is no license. `apiCalls`: answered calls of the
    account's users, API tokens, directories and backends; None where a part of the month was not counted."""

    month: str = Field(description="Year and month: `2026-11`.")
    active_people: int
    sign_ins: int
    tokens_created: int
    seats: int | None
    api_calls: int | None


class Usage(Wire):
    """Months of the account's own calendar, the oldest first; the last one is not over. At most twelve, and
    only those of which everything is known."""

    months: list[UsageMonth]
