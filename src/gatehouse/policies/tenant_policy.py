"""A policy of a tenant: one row for the tenant, and the vendor's policy until that row exists.

A new policy needs a table with `tenant_id`, `id`, `created_at`, `updated_at` and its own columns, a request
and a response model, a `TenantPolicy` and a `policy_router` of it.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Generic, LiteralString, TypeVar
from uuid import UUID

from gatehouse.access.guard import Transaction, require
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.access.router import Caller, Router
from gatehouse.audit.service import announce_event
from gatehouse.directory.tenants.service import lock_tenant
from gatehouse.kit import clock
from gatehouse.kit.db import Db, Query
from gatehouse.kit.router import without_nulls
from gatehouse.kit.schemas import Wire
from gatehouse.policies.events import PolicyUpdated
from gatehouse.vendor.configuration.snapshot import Snapshot
from gatehouse.vendor.current import CurrentConfiguration


class PolicyOut(Wire):
    """Without an `id` it is the vendor's, and the client's first save is a POST."""

    id: UUID | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None


Out = TypeVar("Out", bound=PolicyOut)


class TenantPolicy(Generic[Out]):
    """`name` as in `lockout_policy`; `default` is for a tenant that has set nothing: the vendor's at the
    moment (the names of its fields in the configuration), or a constant. The columns of the table are the
    fields of `gives`."""

    def __init__(
        self,
        name: str,
        *,
        table: LiteralString,
        accepts: type[Wire],
        gives: type[Out],
        default: Mapping[str, str] | Out,
        announces: type[PolicyUpdated],
    ) -> None:
        self.name = name
        self.accepts = accepts
        self.gives = gives
        self._default = default
        self._announces = announces
        self.columns = [name for name in gives.model_fields if name not in PolicyOut.model_fields]
        names = ", ".join(self.columns)
        values = ", ".join(f"${number}" for number in range(3, 3 + len(self.columns)))
        changes = ", ".join(f"{name} = excluded.{name}" for name in self.columns)
        self._get = Query(gives, f"select * from {table} where tenant_id = $1")
        self._set = Query(
            gives,
            f"""
            insert into {table} (tenant_id, created_at, updated_at, {names})
            values ($1, $2, $2, {values})
            on conflict (tenant_id) do update set updated_at = $2, {changes}
            returning *
            """,
        )

    @property
    def default_fields(self) -> Mapping[str, str]:
        """The vendor's configuration fields by those of the policy; none when the default is constant."""
        return self._default if isinstance(self._default, Mapping) else {}

    def default_policy(self, configuration: Snapshot) -> Out:
        if not isinstance(self._default, Mapping):
            return self._default
        vendor = configuration.vendor
        return self.gives(**{name: getattr(vendor, own) for name, own in self._default.items()})

    async def read_policy(self, db: Db, caller: Principal, configuration: Snapshot) -> Out:
        saved = await self._get.first(db, caller.tenant_id)
        return saved or self.default_policy(configuration)

    async def save_policy(
        self, db: Db, caller: Principal, data: Wire, configuration: Snapshot
    ) -> Out:
        """Change the given fields and keep the others. Announces the event `announces`."""
        await lock_tenant(db, caller.tenant_id)
        before = await self.read_policy(db, caller, configuration)
        given = data.model_dump(exclude_unset=True)
        wanted = before.model_copy(update=given)
        values = [getattr(wanted, column) for column in self.columns]
        saved = await self._set.one(db, caller.tenant_id, clock.now(), *values)
        event = self._announces(caller.tenant_id, given)
        await announce_event(db, event, by=caller.actor)
        return saved


CanRead = Annotated[Principal, require(Permission.READ_SECURITY_POLICY)]


def policy_router(policy: TenantPolicy[Any], *, reader: Any = CanRead, made: int = 201) -> Router:
    """Routes to read the tenant's and the vendor's policy, and to set the tenant's: `lockout_policy` is
    served at `…/lockout-policy` by `get_lockout_policy`, `get_vendor_lockout_policy` and so on. `reader` is
    the guard for reading: a permission, or `CurrentPrincipal` for all callers; `made` is the status of a
    POST."""
    path = f"/identity/resources/configurations/v1/{policy.name.replace('_', '-')}"
    router = Router(prefix=path, tags=["Security policies"])
    accepted: Any = policy.accepts
    answers = without_nulls(policy.gives)
    changes: dict[str, Any] = {"permission": Permission.WRITE_SECURITY_POLICY, **answers}

    @router.get("", name=f"get_{policy.name}", **answers)
    async def get_policy(
        db: Transaction, caller: reader, configuration: CurrentConfiguration
    ) -> Any:
        """The tenant's policy, or the vendor's (without `id`) when it has none of its own."""
        return await policy.read_policy(db, caller, configuration)

    @router.get("/vendor", name=f"get_vendor_{policy.name}", **answers)
    async def get_vendor(caller: reader, configuration: CurrentConfiguration) -> Any:
        """The policy for tenants without one of their own."""
        return policy.default_policy(configuration)

    @router.post("", name=f"create_{policy.name}", status_code=made, **changes)
    @router.patch("", name=f"update_{policy.name}", **changes)
    async def set_policy(
        db: Transaction, caller: Caller, configuration: CurrentConfiguration, data: accepted
    ) -> Any:
        """Set what is given of the tenant's policy; the answer's `id` makes the client's next save a
        PATCH."""
        return await policy.save_policy(db, caller, data, configuration)

    return router
