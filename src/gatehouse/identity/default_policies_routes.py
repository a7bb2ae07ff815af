"""Defaults for every account without a policy of its own, at the paths of the accounts' own policies: a
call of a backend that names no account sets them (wire-api §16.12)."""

from typing import Any

from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import UnnamedRoute, VendorTransaction
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.configuration.service import lock_configuration
from gatehouse.identity.mfa.policy import MFA_POLICY
from gatehouse.identity.sessions.policy import build_default_session_policy
from gatehouse.identity.sessions.schemas import SessionConfiguration
from gatehouse.policies.tenant_policies import LOCKOUT, PASSWORD_HISTORY
from gatehouse.policies.tenant_policy import TenantPolicy
from gatehouse.vendor.configuration.snapshot import read_snapshot

shared = Router(tags=["Vendor"], route_class=UnnamedRoute, include_in_schema=False)


def _add_policy_routes(policy: TenantPolicy[Any]) -> None:
    path = f"/identity/resources/configurations/v1/{policy.name.replace('_', '-')}"
    answers: dict[str, Any] = {
        "response_model": policy.gives,
        "response_model_exclude_none": True,
    }
    accepted: Any = policy.accepts

    @shared.get(
        path,
        permission=VendorPermission.READ_CONFIGURATION,
        name=f"get_default_{policy.name}",
        **answers,
    )
    async def get(db: VendorTransaction) -> Any:
        return policy.default_policy(await read_snapshot(db))

    @shared.post(
        path,
        permission=VendorPermission.WRITE_CONFIGURATION,
        name=f"create_default_{policy.name}",
        status_code=201,
        **answers,
    )
    @shared.patch(
        path,
        permission=VendorPermission.WRITE_CONFIGURATION,
        name=f"update_default_{policy.name}",
        **answers,
    )
    async def set_default(db: VendorTransaction, caller: VendorCaller, data: accepted) -> Any:
        configuration = await lock_configuration(db, caller)
        given = {field: getattr(data, name) for name, field in policy.default_fields.items()}
        await configuration.change({"policies": given})
        return policy.default_policy(await read_snapshot(db))


SESSIONS = "/identity/resources/configurations/sessions/v1"


@shared.get(SESSIONS, permission=VendorPermission.READ_CONFIGURATION, name="get_default_sessions")
@shared.get(
    f"{SESSIONS}/vendor", permission=VendorPermission.READ_CONFIGURATION, name="get_vendor_sessions"
)
async def get_default_sessions(db: VendorTransaction) -> SessionConfiguration:
    return build_default_session_policy((await read_snapshot(db)).vendor)


@shared.post(SESSIONS, permission=VendorPermission.WRITE_CONFIGURATION, status_code=201)
async def set_default_sessions(
    db: VendorTransaction, caller: VendorCaller, data: SessionConfiguration
) -> SessionConfiguration:
    configuration = await lock_configuration(db, caller)
    await configuration.change({"policies": _given_limits(data)})
    return build_default_session_policy((await read_snapshot(db)).vendor)


def _given_limits(data: SessionConfiguration) -> dict[str, bool | int]:
    """The given limits, by the document's names."""
    idle, absolute = data.session_idle_timeout_configuration, data.session_timeout_configuration
    concurrent = data.session_concurrent_configuration
    given: dict[str, bool | int] = {}
    if idle:
        given |= {"session_idle_enabled": idle.is_active, "session_idle_seconds": idle.timeout}
    if absolute:
        given |= {
            "session_absolute_enabled": absolute.is_active,
            "session_absolute_seconds": absolute.timeout,
        }
    if concurrent:
        given |= {
            "session_concurrent_enabled": concurrent.is_active,
            "session_concurrent_max": concurrent.max_sessions,
        }
    return given


for each in (MFA_POLICY, LOCKOUT, PASSWORD_HISTORY):
    _add_policy_routes(each)
