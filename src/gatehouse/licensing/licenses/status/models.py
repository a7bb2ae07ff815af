"""Licenses that the vendor decides about."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class LicenseStatusChange:
    id: UUID
    tenant_id: UUID
    name: str
