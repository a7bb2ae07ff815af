from datetime import datetime
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from pydantic import Field, StringConstraints

from gatehouse.identity.sso.domains.challenge import record_of
from gatehouse.kit.schemas import Wire
from gatehouse.policies.domain_restrictions.domains import display_domain

Mailbox = Literal["postmaster", "admin", "administrator", "hostmaster", "webmaster"]


class DomainOut(Wire):
    """`txtRecord` is the required content of a TXT record of the domain. `missingSince`: the domain is
    validated, but its record is no longer found since then."""

    id: UUID
    domain: str
    validated: bool
    txt_record: str
    missing_since: datetime | None = None

    @classmethod
    def of(cls, row: dict[str, Any]) -> Self:
        return cls(
            id=row["id"],
            domain=display_domain(row["domain"]),
            validated=row["validated"],
            txt_record=record_of(row["token"]),
            missing_since=row["missingSince"],
        )


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
