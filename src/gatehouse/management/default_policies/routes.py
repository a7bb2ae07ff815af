"""What holds for every account that has set nothing, at the paths of the accounts' own policies: a backend
that names no account means them all (wire-api §16.12)."""

from typing import Annotated, Any

from gatehouse.access.client import CurrentClient
from gatehouse.access.vendor import (
    UnnamedRoute,
    VendorPermission,
    VendorPrincipal,
    VendorTransaction,
    vendor_may,
)
from gatehouse.kit.router import Router
from gatehouse.management.document.service import change
from gatehouse.policies.lockout.service import LOCKOUT
from gatehouse.policies.mfa.service import MFA
from gatehouse.policies.password_history.service import PASSWORD_HISTORY
from gatehouse.policies.tenant_policy.service import TenantPolicy
from gatehouse.vendor.configuration.snapshot import read_snapshot

CanRead = Annotated[VendorPrincipal, vendor_may(VendorPermission.READ_CONFIGURATION)]
CanWrite = Annotated[VendorPrincipal, vendor_may(VendorPermission.WRITE_CONFIGURATION)]

# The wire's names, and the document's.
MFA_FIELDS = {
    "enforce_mfa_type": "mfa_enforcement",
    "allow_remember_my_device": "mfa_remember_device",
    "mfa_device_expiration": "mfa_device_seconds",
}
LOCKOUT_FIELDS = {"enabled": "lockout_enabled", "max_attempts": "lockout_max_attempts"}
HISTORY_FIELDS = {"enabled": "password_history_enabled", "history_size": "password_history_size"}

shared = Router(tags=["Vendor"], route_class=UnnamedRoute, include_in_schema=False)


def _serve(policy: TenantPolicy[Any], fields: dict[str, str]) -> None:
    path = f"/identity/resources/configurations/v1/{policy.name.replace('_', '-')}"
    answers: dict[str, Any] = {
        "response_model": policy.gives,
        "response_model_exclude_none": True,
    }
    accepted: Any = policy.accepts

    @shared.get(path, name=f"get_default_{policy.name}", **answers)
    async def get(db: VendorTransaction, caller: CanRead) -> Any:
        return policy.default(await read_snapshot(db))

    @shared.post(path, name=f"create_default_{policy.name}", status_code=201, **answers)
    @shared.patch(path, name=f"update_default_{policy.name}", **answers)
    async def set_default(
        db: VendorTransaction, caller: CanWrite, client: CurrentClient, data: accepted
    ) -> Any:
        given = {field: getattr(data, name) for name, field in fields.items()}
        await change(db, {"policies": given}, caller=caller, client=client)
        return policy.default(await read_snapshot(db))


_serve(MFA, MFA_FIELDS)
_serve(LOCKOUT, LOCKOUT_FIELDS)
_serve(PASSWORD_HISTORY, HISTORY_FIELDS)
