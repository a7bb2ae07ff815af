"""Errors of tenants, their settings, sign-in pages and deletion."""

from gatehouse.kit.errors import Conflict, Invalid


class TenantIdTaken(Conflict, code="tenants.id_taken"):
    """The id that the backend proposed is in use."""


class MetadataTooLarge(Invalid, code="tenants.metadata_too_large"): ...


class MetadataKeyUnusable(Invalid, code="tenants.metadata_key_unusable"):
    """The key cannot be part of a URL, so it could not be deleted."""


class AliasTaken(Conflict, code="account.alias_taken"): ...


class NothingChanged(Invalid, code="account.nothing_changed"): ...


class LogoTooLarge(Invalid, code="account.logo_too_large"): ...


class LogoUnreadable(Invalid, code="account.logo_unreadable"): ...


class LoginBoxRefused(Invalid, code="login_box.refused"):
    """The path cannot be set by an account, or the value is invalid there."""


class LoginBoxTooLarge(Invalid, code="login_box.too_large"): ...


class RetentionTooLong(Invalid, code="audits.retention_too_long"):
    """The retention exceeds that of the installation."""


class NotDeleted(Conflict, code="tenants.not_deleted"): ...


class AlreadyErased(Conflict, code="tenants.erased"):
    """Only the row of the account is left, for the audit and bills."""


class TenantBeingErased(Conflict, code="tenants.being_erased"):
    """Part of its data may be gone already."""


class ParentDeleted(Conflict, code="tenants.parent_deleted"):
    """The account would be restored below a deleted account."""


class DeletedWithAnother(Conflict, code="tenants.deleted_with_another"):
    """It was deleted together with an account above it, and is restored or erased with that."""
