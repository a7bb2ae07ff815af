"""The routes of a tenant's policy (wire-api §16.12)."""

from typing import Annotated, Any

from fastapi import APIRouter

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import Transaction, require
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.access.router import Caller, Router
from gatehouse.policies.tenant_policy.service import TenantPolicy
from gatehouse.vendor.current import CurrentConfiguration

CanRead = Annotated[Principal, require(Permission.READ_SECURITY_POLICY)]


def policy_router(
    policy: TenantPolicy[Any], *, reader: Any = CanRead, made: int = 201
) -> APIRouter:
    """Routes to read the tenant's and the vendor's policy, and to set the tenant's: `lockout_policy` is
    served at `…/lockout-policy` by `get_lockout_policy`, `get_vendor_lockout_policy` and so on. `reader` is
    the guard for reading: a permission, or `CurrentPrincipal` for all callers; `made` is the status of a
    POST."""
    path = f"/identity/resources/configurations/v1/{policy.name.replace('_', '-')}"
    router = Router(prefix=path, tags=["Security policies"])
    answers: dict[str, Any] = {
        "response_model": policy.gives,
        "response_model_exclude_none": True,
    }
    accepted: Any = policy.accepts

    @router.get("", name=f"get_{policy.name}", **answers)
    async def get(db: Transaction, caller: reader, configuration: CurrentConfiguration) -> Any:
        """The tenant's policy, or the vendor's (without `id`) when it has none of its own."""
        return await policy.get(db, caller, configuration)

    @router.get("/vendor", name=f"get_vendor_{policy.name}", **answers)
    async def get_vendor(caller: reader, configuration: CurrentConfiguration) -> Any:
        """The policy for tenants without one of their own."""
        return policy.default(configuration)

    @router.post(
        "",
        permission=Permission.WRITE_SECURITY_POLICY,
        name=f"create_{policy.name}",
        status_code=made,
        **answers,
    )
    @router.patch(
        "", permission=Permission.WRITE_SECURITY_POLICY, name=f"update_{policy.name}", **answers
    )
    async def set_policy(
        db: Transaction,
        caller: Caller,
        client: CurrentClient,
        configuration: CurrentConfiguration,
        data: accepted,
    ) -> Any:
        """Set what is given of the tenant's policy; the answer's `id` makes the client's next save a
        PATCH."""
        return await policy.set(db, caller, data, client, configuration)

    return router
