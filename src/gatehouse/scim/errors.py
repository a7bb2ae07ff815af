"""Refusals with the `scimType` of RFC 7644 §3.12."""

from typing import ClassVar

from gatehouse.kit.errors import Conflict, DomainError, Forbidden, NotFound


class ScimRefusal(DomainError):
    scim_type: ClassVar[str] = "invalidValue"
    code = "scim.invalid_value"

    def __init__(self, message: str) -> None:
        super().__init__(message, scimType=self.scim_type)


class InvalidValue(ScimRefusal):
    pass


class InvalidSyntax(ScimRefusal):
    scim_type = "invalidSyntax"
    code = "scim.invalid_syntax"


class InvalidFilter(ScimRefusal):
    scim_type = "invalidFilter"
    code = "scim.invalid_filter"


class InvalidPath(ScimRefusal):
    scim_type = "invalidPath"
    code = "scim.invalid_path"


class UnknownAttribute(InvalidPath):
    """No schema of the resource has the attribute."""


class NoTarget(ScimRefusal):
    scim_type = "noTarget"
    code = "scim.no_target"


class NotMutable(ScimRefusal):
    scim_type = "mutability"
    code = "scim.mutability"


class TooMany(ScimRefusal):
    status = 413
    scim_type = "tooMany"
    code = "scim.too_many"


class ValueTaken(ScimRefusal):
    status = 409
    scim_type = "uniqueness"
    code = "scim.uniqueness"


class ResourceNotFound(NotFound, code="scim.not_found"): ...


class VersionChanged(DomainError, status=412, code="scim.changed"):
    """`If-Match` names another version than there is."""


class NotImplementedHere(DomainError, status=501, code="scim.not_implemented"): ...


class ScimConnectionNotFound(NotFound, code="provisioning.not_found"): ...


class TooManyScimConnections(Conflict, code="provisioning.too_many"): ...


class ScimConnectionOutranksYou(Forbidden, code="provisioning.outranks_you"):
    """Its groups give roles that the caller may not give."""
