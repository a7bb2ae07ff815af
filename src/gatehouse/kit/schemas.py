"""The base of every body on the wire: camelCase outside, snake_case inside."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints
from pydantic.alias_generators import to_camel


class Wire(BaseModel):
    """Unknown fields are ignored: clients send back whole objects with fields of their own."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, from_attributes=True, extra="ignore"
    )


def _no_control_characters(maximum: int) -> StringConstraints:
    # PostgreSQL cannot store NUL, and control characters in names are only ever an attack or a slip.
    return StringConstraints(
        strip_whitespace=True, max_length=maximum, pattern=r"^[^\x00-\x08\x0b-\x1f\x7f]*$"
    )


Name = Annotated[str, _no_control_characters(200)]
Text = Annotated[str, _no_control_characters(2000)]
