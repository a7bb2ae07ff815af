"""Types of request fields. PostgreSQL stores neither NUL nor unpaired surrogates."""

from datetime import UTC, datetime
from typing import Annotated

import orjson
from fastapi import Path
from pydantic import AfterValidator, EmailStr, Field, JsonValue

from gatehouse.kit import clock

LAST_YEAR = 2200


def _check_storable(value: dict[str, JsonValue]) -> dict[str, JsonValue]:
    try:
        raw = orjson.dumps(value)
    except TypeError as error:
        raise ValueError("holds what cannot be stored") from error
    if b"\\u0000" in raw:
        raise ValueError("must not hold NUL")
    return value


def _check_future(at: datetime) -> datetime:
    moment = at if at.tzinfo else at.replace(tzinfo=UTC)
    if moment <= clock.now() or moment.year > LAST_YEAR:
        raise ValueError("must be in the future")
    return moment


EntityId = Annotated[str, Field(pattern=r"^[a-z]+_[a-z\d]{26}$")]
PathId = Annotated[str, Path(max_length=64, pattern=r"^[^\x00]*$")]
Text = Annotated[str, Field(max_length=1024, pattern=r"^[^\x00]*$")]
Url = Annotated[str, Field(max_length=2048, pattern=r"^https?://[^\s\x00]+$")]
Email = Annotated[EmailStr, Field(max_length=320)]
Country = Annotated[str, Field(pattern=r"^[A-Z]{2}$")]
Currency = Annotated[str, Field(pattern=r"^[A-Z]{3}$")]
CustomData = Annotated[dict[str, JsonValue], AfterValidator(_check_storable)]
Ahead = Annotated[datetime, AfterValidator(_check_future)]
