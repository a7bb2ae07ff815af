"""Errors of tenants, their settings, sign-in pages and deletion."""

from gatehouse.kit.errors import Conflict, Invalid


class TenantIdTaken(Conflict):
    """The id that the backend proposed is in use."""

    code = "tenants.id_taken"


class MetadataTooLarge(Invalid):
    code = "tenants.metadata_too_large"


class MetadataKeyUnusable(Invalid):
    """The key cannot be part of a URL, so it could not be deleted."""

    code = "tenants.metadata_key_unusable"


class AliasTaken(Conflict):
    code = "account.alias_taken"


class NothingChanged(Invalid):
    code = "account.nothing_changed"


class LogoTooLarge(Invalid):
    code = "account.logo_too_large"


class LogoUnreadable(Invalid):
    code = "account.logo_unreadable"


class LoginBoxRefused(Invalid):
    """The path cannot be set by an account, or the value is invalid there."""

    code = "login_box.refused"


class LoginBoxTooLarge(Invalid):
    code = "login_box.too_large"


class RetentionTooLong(Invalid):
    """The retention exceeds that of the installation."""

    code = "audits.retention_too_long"


class NotDeleted(Conflict):
    code = "tenants.not_deleted"


class AlreadyErased(Conflict):
    """Only the row of the account is left, for the audit and bills."""

    code = "tenants.erased"


class TenantBeingErased(Conflict):
    """Part of its data may be gone already."""

    code = "tenants.being_erased"


class ParentDeleted(Conflict):
    """The account would be restored below a deleted account."""

    code = "tenants.parent_deleted"


class DeletedWithAnother(Conflict):
    """It was deleted together with an account above it, and is restored or erased with that."""

    code = "tenants.deleted_with_another"
