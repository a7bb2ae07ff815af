"""Roles of the vendor's staff. The command line reads them without loading the rest of `access`."""

from enum import StrEnum


class StaffRole(StrEnum):
    OWNER = "owner"
    SUPPORT = "support"
    FINANCE = "finance"
    READ_ONLY = "read-only"
