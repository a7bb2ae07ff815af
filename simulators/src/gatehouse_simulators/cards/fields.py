"""Types of request parameters. An empty text clears an optional value."""

from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, EmailStr, Field

T = TypeVar("T")


class Parameters(BaseModel):
    model_config = ConfigDict(extra="forbid")

    def sent_fields(self, *left_out: str) -> dict[str, Any]:
        """Only the fields that were sent."""
        return self.model_dump(exclude_unset=True, exclude=set(left_out))


def _empty_to_none(value: Any) -> Any:
    return None if value == "" else value


def _from_numbered_keys(value: Any) -> Any:
    """Restore keys that are numbers, which the form parser has read as a list."""
    if isinstance(value, list):
        return {str(number): each for number, each in enumerate(value)}
    return {} if value == "" else value


Clearable = Annotated[T | None, BeforeValidator(_empty_to_none)]
EntityId = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_]+$")]
Text = Annotated[str, Field(max_length=5000)]
Email = Annotated[EmailStr, Field(max_length=512)]
Country = Annotated[str, Field(pattern=r"^[A-Za-z]{2}$")]
Currency = Annotated[str, Field(pattern=r"^[A-Za-z]{3}$")]
Quantity = Annotated[int, Field(ge=0, le=1_000_000)]
UnixTime = Annotated[int, Field(ge=0, le=7_258_118_400)]  # until 2200
Metadata = Annotated[
    dict[Annotated[str, Field(max_length=40)], Annotated[str, Field(max_length=500)]],
    BeforeValidator(_from_numbered_keys),
    Field(max_length=50),
]


class CardAddress(Parameters):
    line1: Clearable[Text] = None
    line2: Clearable[Text] = None
    city: Clearable[Text] = None
    state: Clearable[Text] = None
    postal_code: Clearable[Text] = None
    country: Clearable[Country] = None


PaymentBehavior = Literal[
    "allow_incomplete", "default_incomplete", "error_if_incomplete", "pending_if_incomplete"
]
ProrationBehavior = Literal["always_invoice", "create_prorations", "none"]


def merge_metadata(now: dict[str, str], given: dict[str, str]) -> dict[str, str]:
    """Merge by key. An empty text removes a key, and an empty mapping removes all."""
    if not given:
        return {}
    return {key: value for key, value in {**now, **given}.items() if value != ""}
