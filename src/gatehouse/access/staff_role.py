"""What the vendor's own people are. The command line names them without loading the rest of `access`."""

from enum import StrEnum


class StaffRole(StrEnum):
    OWNER = "owner"
    SUPPORT = "support"
    FINANCE = "finance"
    READ_ONLY = "read-only"
