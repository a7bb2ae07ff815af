from typing import Annotated

from pydantic import Field, StringConstraints

from gatehouse.kit.schemas import Wire


class DomainIn(Wire):
    domain: Annotated[
        str,
        StringConstraints(
            strip_whitespace=True, min_length=3, max_length=253, pattern=r"^[^\x00-\x20\x7f]*$"
        ),
        Field(examples=["example.com"]),
    ]
