"""Why a deleted account is not restored, or not erased."""

from gatehouse.kit.errors import Conflict


class NotDeleted(Conflict):
    code = "tenants.not_deleted"


class AlreadyErased(Conflict):
    """Only its row is left, for the audit and bills."""

    code = "tenants.erased"


class TenantBeingErased(Conflict):
    """Part of it may be gone already."""

    code = "tenants.being_erased"


class ParentDeleted(Conflict):
    """It would come back below an account that is not there."""

    code = "tenants.parent_deleted"


class DeletedWithAnother(Conflict):
    """It goes, or comes back, with the one above that took it along."""

    code = "tenants.deleted_with_another"
