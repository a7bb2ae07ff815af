"""The sign-in pages on the wire (wire reference §9)."""

from typing import Annotated, Any

from pydantic import Field, StrictBool, StringConstraints

from gatehouse.kit.schemas import Wire

KeyPath = Annotated[
    str,
    StringConstraints(pattern=r"^[A-Za-z0-9_.-]{1,100}(/[A-Za-z0-9_.-]{1,100}){1,11}$"),
]
Leaf = (
    StrictBool
    | Annotated[float, Field(ge=-1e9, le=1e9)]
    | Annotated[str, StringConstraints(max_length=2000, pattern=r"^[^\x00-\x08\x0b-\x1f\x7f]*$")]
)


class BoxAction(Wire):
    """`type` is the path of one value, its keys joined by slashes; without a `payload` the value is
    removed."""

    type: KeyPath = Field(examples=["themeV2/loginBox/palette/primary/main"])
    payload: Leaf | None = Field(None, examples=["#2f5d50"])


class BoxChange(Wire):
    actions: list[BoxAction] = Field(min_length=1, max_length=500)


class BoxOut(Wire):
    """In the shape of the metadata `adminBox`, with only the values that the account has set."""

    configuration: dict[str, Any]
