"""Errors of restoring or erasing a deleted account."""

from gatehouse.kit.errors import Conflict


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
