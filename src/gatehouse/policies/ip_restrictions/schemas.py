"""IP restrictions on the wire (wire reference §16.12)."""

from dataclasses import asdict
from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from gatehouse.kit.paging import Page
from gatehouse.kit.schemas import Name, Wire
from gatehouse.policies.ip_restrictions.networks import display_network, parse_network
from gatehouse.policies.models import EntryRules, IpRestriction, Strategy


def _check_network(text: str) -> str:
    try:
        return str(parse_network(text))
    except ValueError:
        raise ValueError(
            "must be an address such as 203.0.113.7 or a network such as 203.0.113.0/24"
        ) from None


NetworkText = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=64), AfterValidator(_check_network)
]


class IpConfig(Wire):
    """`ALLOW`: only listed addresses enter; `BLOCK`: all but those."""

    is_active: bool
    strategy: Strategy

    @classmethod
    def from_rules(cls, rules: EntryRules) -> "IpConfig":
        return cls(is_active=rules.ip_active, strategy=rules.ip_strategy)


class IpConfigIn(Wire):
    is_active: bool
    strategy: Strategy | None = None


class IpRestrictionIn(Wire):
    """`ip` is an address or a network; of a network the bits of single hosts are left out."""

    ip: NetworkText
    strategy: Strategy = "ALLOW"
    is_active: bool = True
    description: Name = ""


class IpRestrictionsIn(Wire):
    ips: list[IpRestrictionIn] = Field(min_length=1, max_length=100)


class IpRestrictionOut(Wire):
    id: UUID
    ip: str
    strategy: Strategy
    is_active: bool
    description: str
    created_at: datetime
    updated_at: datetime

    @classmethod
    def from_row(cls, row: IpRestriction) -> "IpRestrictionOut":
        shown = {name: value for name, value in asdict(row).items() if name in cls.model_fields}
        return cls(ip=display_network(row.network), **shown)


class IpRestrictionPage(Page[IpRestrictionOut]):
    pass


class Verdict(Wire):
    """Whether the caller's own address is admitted."""

    valid: bool


class IpQuery(BaseModel):
    """`_offset` counts pages, as in the lists of users."""

    model_config = ConfigDict(populate_by_name=True, extra="ignore")

    offset: int = Field(0, ge=0, le=100_000, alias="_offset")
    limit: int = Field(10, ge=1, le=200, alias="_limit")
    filter: Strategy | None = Field(None, alias="_filter")
