"""Refusals about tenants."""

from gatehouse.kit.errors import NotFound


class TenantNotFound(NotFound):
    code = "tenants.not_found"
