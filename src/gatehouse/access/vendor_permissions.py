"""The permissions of the vendor's staff and backends, and those that each staff role has."""

from enum import StrEnum

from gatehouse.access.permissions import grants_permission
from gatehouse.access.staff_role import StaffRole


class VendorPermission(StrEnum):
    READ_CONFIGURATION = "vendor.read.configuration"
    WRITE_CONFIGURATION = "vendor.write.configuration"
    READ_APPLICATIONS = "vendor.read.applications"
    WRITE_APPLICATIONS = "vendor.write.applications"
    READ_ROLES = "vendor.read.roles"
    WRITE_ROLES = "vendor.write.roles"
    READ_ENTITLEMENTS = "vendor.read.entitlements"
    WRITE_ENTITLEMENTS = "vendor.write.entitlements"
    READ_TENANTS = "vendor.read.tenants"
    WRITE_TENANTS = "vendor.write.tenants"
    READ_USERS = "vendor.read.users"
    WRITE_USERS = "vendor.write.users"
    IMPERSONATE_USERS = "vendor.impersonate.users"
    # To exchange authorization codes with the credential's key instead of the application's secret.
    SIGN_IN_USERS = "vendor.sign-in.users"
    READ_API_TOKENS = "vendor.read.api-tokens"
    WRITE_API_TOKENS = "vendor.write.api-tokens"
    READ_AUDITS = "vendor.read.audits"
    WRITE_AUDITS = "vendor.write.audits"
    READ_EVENTS = "vendor.read.events"
    WRITE_EVENTS = "vendor.write.events"
    READ_LICENSES = "vendor.read.licenses"
    WRITE_LICENSES = "vendor.write.licenses"
    # Not included in `vendor.read.*`: what customers pay is for finance only.
    SEE_BILLS = "vendor.see.bills"
    # Read stored secrets again; not included in any wildcard (`may_read_secrets`).
    SEE_SECRETS = "vendor.see.secrets"
    READ_STAFF = "vendor.read.staff"
    WRITE_STAFF = "vendor.write.staff"
    READ_SYSTEM = "vendor.read.system"
    WRITE_SYSTEM = "vendor.write.system"


EVERYTHING = "vendor.*"
READING = "vendor.read.*"

STAFF_PERMISSIONS: dict[StaffRole, tuple[str, ...]] = {
    StaffRole.OWNER: (EVERYTHING,),
    StaffRole.SUPPORT: (
        READING,
        VendorPermission.WRITE_TENANTS,
        VendorPermission.WRITE_USERS,
        VendorPermission.IMPERSONATE_USERS,
        VendorPermission.WRITE_LICENSES,
    ),
    StaffRole.FINANCE: (
        VendorPermission.READ_TENANTS,
        VendorPermission.READ_USERS,
        VendorPermission.READ_ENTITLEMENTS,
        VendorPermission.WRITE_ENTITLEMENTS,
        VendorPermission.READ_LICENSES,
        VendorPermission.WRITE_LICENSES,
        VendorPermission.SEE_BILLS,
        VendorPermission.READ_AUDITS,
    ),
    StaffRole.READ_ONLY: (READING,),
}


def may_role_impersonate(role: StaffRole) -> bool:
    """Whether this staff role may impersonate users."""
    return any(
        grants_permission(held, VendorPermission.IMPERSONATE_USERS)
        for held in STAFF_PERMISSIONS[role]
    )
