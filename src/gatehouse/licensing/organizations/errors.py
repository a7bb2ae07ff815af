"""Refusals about organizations."""

from gatehouse.kit.errors import Conflict, NotFound


class OrganizationMissing(NotFound):
    code = "organizations.missing"


class OrganizationExists(Conflict):
    code = "organizations.exists"


class CustomerTaken(Conflict):
    code = "organizations.customer_taken"
