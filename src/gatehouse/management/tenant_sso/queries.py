"""Statements on the certificates of connections, letter by letter as a backend gave them."""

from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.db import Command, Query


@dataclass(frozen=True, slots=True)
class Given:
    id: UUID
    certificate_given: str


GIVEN = Query(
    Given,
    """
    select id, certificate_given from sso_connections
    where tenant_id = $1 and certificate_given is not null limit 50
    """,
)
# What a credential in use was given.
HELD = Query(list[str], "select permissions from gatehouse_credential($1)")
KEEP = Command("update sso_connections set certificate_given = $3 where tenant_id = $1 and id = $2")
