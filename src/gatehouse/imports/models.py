from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

from gatehouse.imports.users.models import ReducedRow, RefusedRow


@dataclass(frozen=True, slots=True)
class Options:
    """`tenant_id` is the tenant of all rows that name none; `tenant_field` is the field of a user that holds
    their tenant. `hash_config` is Firebase's; `hashes` is the file of hashes that Auth0 hands out beside its
    export of users."""

    tenant_id: UUID | None = None
    tenant_field: str | None = None
    hash_config: Path | None = None
    hashes: Path | None = None


@dataclass(frozen=True, slots=True)
class GivenPermission:
    key: str
    name: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class GivenRole:
    key: str
    name: str
    description: str = ""
    permissions: tuple[str, ...] = ()
    is_default: bool = False
    level: int | None = None


@dataclass(frozen=True, slots=True)
class GivenTenant:
    """`external_id` is the text that `id` was computed from."""

    id: UUID
    name: str
    parent_id: UUID | None = None
    external_id: str | None = None


@dataclass(frozen=True, slots=True)
class GivenTenantRole:
    """A role of one tenant alone. Rows and groups name it by its id: its key may be the one of a role of the
    vendor."""

    id: UUID
    tenant_id: UUID
    role: GivenRole


@dataclass(frozen=True, slots=True)
class GivenGroup:
    """`members` are addresses."""

    tenant_id: UUID
    name: str
    description: str = ""
    roles: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    role_ids: tuple[UUID, ...] = ()


@dataclass(frozen=True, slots=True)
class ExportStructure:
    permissions: list[GivenPermission] = field(default_factory=list)
    roles: list[GivenRole] = field(default_factory=list)
    tenant_roles: list[GivenTenantRole] = field(default_factory=list)
    tenants: list[GivenTenant] = field(default_factory=list)
    groups: list[GivenGroup] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


# A row for `user_import.rows`, or the reason why there is none.
Row = dict[str, Any] | ReducedRow | RefusedRow


@dataclass(frozen=True, slots=True)
class ReadExport:
    """Users in the order of the file; each call of `people` starts from the beginning."""

    people: Callable[[], Iterator[Row]]
    structure: ExportStructure = field(default_factory=ExportStructure)
