"""Routes with the permission that they need: `@router.post("/v1", permission=Permission.WRITE_GROUPS)`."""

from collections.abc import Callable
from typing import Annotated, Any, Protocol, TypeVar

from fastapi import Depends

from gatehouse.access.guard import CurrentCall, require
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.access.vendor import CurrentVendorCall, VendorPrincipal, require_vendor_permission
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.kit import router

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])
# A permission, or a guard such as `require(Permission.WRITE_USERS, signed_in=True)`.
Needed = Any


class Decorator(Protocol):
    """Adds the endpoint to the router and leaves it as it is."""

    def __call__(self, endpoint: Endpoint, /) -> Endpoint: ...


class Router(router.Router):
    """A router whose routes take `permission`. It is checked before the dependencies of the handler, which
    gets the caller as `Caller` or `VendorCaller`."""

    def get(self, path: str, *, permission: Needed = None, **options: Any) -> Decorator:
        return self._add_guarded_route("GET", path, permission, options)

    def post(self, path: str, *, permission: Needed = None, **options: Any) -> Decorator:
        return self._add_guarded_route("POST", path, permission, options)

    def put(self, path: str, *, permission: Needed = None, **options: Any) -> Decorator:
        return self._add_guarded_route("PUT", path, permission, options)

    def patch(self, path: str, *, permission: Needed = None, **options: Any) -> Decorator:
        return self._add_guarded_route("PATCH", path, permission, options)

    def delete(self, path: str, *, permission: Needed = None, **options: Any) -> Decorator:
        return self._add_guarded_route("DELETE", path, permission, options)

    def _add_guarded_route(
        self, method: str, path: str, permission: Needed, options: dict[str, Any]
    ) -> Decorator:
        if permission is not None:
            options["dependencies"] = [_build_guard(permission)]
        return self.api_route(path, methods=[method], **options)


def _build_guard(permission: Needed) -> Any:
    if isinstance(permission, Permission):
        return require(permission)
    if isinstance(permission, VendorPermission):
        return require_vendor_permission(permission)
    return permission


async def _get_caller(call: CurrentCall) -> Principal:
    return call.permitted_principal


async def _get_vendor_caller(call: CurrentVendorCall) -> VendorPrincipal:
    return call.permitted_caller


# The caller that the route's permission was checked for.
Caller = Annotated[Principal, Depends(_get_caller)]
VendorCaller = Annotated[VendorPrincipal, Depends(_get_vendor_caller)]
