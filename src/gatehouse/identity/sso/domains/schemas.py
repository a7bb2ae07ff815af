from typing import Annotated

from pydantic import Field, StringConstraints

from gatehouse.identity.sso.domains.by_mail import Mailbox
from gatehouse.kit.schemas import Wire


class DomainIn(Wire):
    domain: Annotated[
        str,
        StringConstraints(
            strip_whitespace=True, min_length=3, max_length=253, pattern=r"^[^\x00-\x20\x7f]*$"
        ),
        Field(examples=["example.com"]),
    ]


class DomainMailIn(Wire):
    """Which mailbox of the domain gets the code."""

    mailbox: Mailbox = "postmaster"


class DomainMailOut(Wire):
    sent_to: str


class DomainCodeIn(Wire):
    code: Annotated[
        str,
        StringConstraints(
            strip_whitespace=True, min_length=1, max_length=50, pattern=r"^[^\x00-\x1f\x7f]*$"
        ),
        Field(examples=["A7KQ2MX4PB"]),
    ]
