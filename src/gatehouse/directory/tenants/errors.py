"""Errors of tenants."""

from gatehouse.kit.errors import Conflict, Invalid


class TenantIdTaken(Conflict):
    """The id that the backend proposed is in use."""

    code = "tenants.id_taken"


class MetadataTooLarge(Invalid):
    code = "tenants.metadata_too_large"


class MetadataKeyUnusable(Invalid):
    """The key cannot be part of a URL, so it could not be deleted."""

    code = "tenants.metadata_key_unusable"
