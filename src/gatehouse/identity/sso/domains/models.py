"""The domains of a connection: their rows, the TXT record that verifies one, and their form on the wire."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from pydantic import Field, StringConstraints

from gatehouse.identity.sso.schemas import Domain
from gatehouse.kit.schemas import Wire
from gatehouse.policies.domain_restrictions.domains import display_domain

PREFIX = "gatehouse-domain-verification="


@dataclass(frozen=True, slots=True)
class SsoDomain:
    """`domain` is spelled as in email addresses of users. `validated_by` is `dns`, `email` for a code sent to
    a mailbox, or `vendor` where the vendor verified it; `shared`: validated while several accounts may have
    it; `missing_since`: it is validated, but its record is no longer found."""

    id: UUID
    tenant_id: UUID
    connection_id: UUID
    domain: str
    token: str
    validated_at: datetime | None
    validated_by: str | None
    shared: bool
    missing_since: datetime | None


def build_txt_record(token: str) -> str:
    return PREFIX + token


def has_matching_record(texts: Iterable[str], token: str) -> bool:
    """Whether one of the domain's TXT records matches the token. Spaces and quotes around it are ignored,
    because forms of name servers add them."""
    return any(text.strip().strip('"') == build_txt_record(token) for text in texts)


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
    def from_row(cls, row: SsoDomain) -> Self:
        return cls(
            id=row.id,
            domain=display_domain(row.domain),
            validated=row.validated_at is not None,
            txt_record=build_txt_record(row.token),
            missing_since=row.missing_since,
        )

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> Self:
        shown = {
            "domain": display_domain(row["domain"]),
            "txtRecord": build_txt_record(row["token"]),
        }
        return cls.model_validate(row | shown)


class DomainIn(Wire):
    domain: Annotated[Domain, Field(examples=["example.com"])]


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
