"""Read and set one tenant's policy."""

from collections.abc import Callable
from typing import Generic, LiteralString, TypeVar

from gatehouse.access.client import Client
from gatehouse.access.principal import Principal
from gatehouse.audit.actors import by_caller
from gatehouse.audit.service import announce_event
from gatehouse.directory.tenants.service import take_turns
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.schemas import Wire
from gatehouse.policies.tenant_policy.events import PolicyUpdated
from gatehouse.policies.tenant_policy.models import SavedPolicy
from gatehouse.policies.tenant_policy.queries import PolicyStatements
from gatehouse.policies.tenant_policy.schemas import PolicyOut
from gatehouse.vendor.configuration.snapshot import Snapshot

Out = TypeVar("Out", bound=PolicyOut)


class TenantPolicy(Generic[Out]):
    """`name` as in `lockout_policy`; `default` is the vendor's at the moment, for a tenant that has set
    nothing."""

    def __init__(
        self,
        name: str,
        *,
        table: LiteralString,
        row: type[SavedPolicy],
        accepts: type[Wire],
        gives: type[Out],
        default: Callable[[Snapshot], Out],
        announces: type[PolicyUpdated],
    ) -> None:
        self.name = name
        self.accepts = accepts
        self.gives = gives
        self.default = default
        self._announces = announces
        self._statements = PolicyStatements(row, table)

    async def get(self, db: Db, caller: Principal, configuration: Snapshot) -> Out:
        saved = await self._statements.get.first(db, caller.tenant_id)
        return self._out(saved) if saved else self.default(configuration)

    async def set(
        self, db: Db, caller: Principal, data: Wire, client: Client, configuration: Snapshot
    ) -> Out:
        """Change the given fields and keep the others. Announces the event `announces`."""
        await take_turns(db, caller.tenant_id)
        before = await self.get(db, caller, configuration)
        given = data.model_dump(exclude_unset=True)
        wanted = before.model_copy(update=given)
        values = [getattr(wanted, column) for column in self._statements.columns]
        saved = await self._statements.set.one(db, caller.tenant_id, clock.now(), *values)
        event = self._announces(caller.tenant_id, given)
        await announce_event(db, event, by=by_caller(caller, client))
        return self._out(saved)

    def _out(self, saved: SavedPolicy) -> Out:
        return self.gives.model_validate(saved)
