"""Refusals about tenants."""

from gatehouse.kit.errors import Conflict, Invalid


class TenantIdTaken(Conflict):
    """Backends may propose the id."""

    code = "tenants.id_taken"


class MetadataTooLarge(Invalid):
    code = "tenants.metadata_too_large"


class MetadataKeyUnusable(Invalid):
    """No address leads to it."""

    code = "tenants.metadata_key_unusable"
