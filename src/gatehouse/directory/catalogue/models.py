"""Rows as the document reads them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CategoryRow:
    name: str
    description: str


@dataclass(frozen=True, slots=True)
class PermissionRow:
    key: str
    name: str
    description: str
    category: str
    assignment: str
    fe_permission: bool


@dataclass(frozen=True, slots=True)
class RoleRow:
    key: str
    name: str
    description: str
    is_default: bool
    first_user_role: bool
    level: int
    permissions: list[str]
