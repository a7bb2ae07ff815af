"""The vendor's policy on the wire, and the part of the document that each field is."""

from typing import Any

from gatehouse.access.client import Client
from gatehouse.access.settings import AccessSettings
from gatehouse.access.signing_keys import KeyRing
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.management.configuration.schemas import (
    MfaStrategyChange,
    VendorPolicy,
    VendorPolicyChange,
)
from gatehouse.management.document.service import change
from gatehouse.policies.general.service import global_policy
from gatehouse.vendor.configuration.snapshot import read_snapshot

SIGN_IN = (
    "machine_to_machine_auth_strategy",
    "allow_signups",
    "allow_not_verified_users_login",
    "api_tokens_enabled",
    "force_permissions",
)
OF_THE_DEFAULT = {
    "default_token_expiration": "access_token_seconds",
    "default_refresh_token_expiration": "refresh_token_seconds",
    "jwt_algorithm": "signing_algorithm",
}


async def get_policy(db: Db, resources: Resources) -> VendorPolicy:
    """As it stands in the database: this process may learn of it a moment later."""
    now = await read_snapshot(db)
    keys = resources[KeyRing]
    await keys.have(now.signing_algorithms)
    policy = global_policy(now, keys, resources[AccessSettings])
    return VendorPolicy(
        **policy.model_dump(),
        jwt_algorithm=now.default.signing_algorithm,
        machine_to_machine_auth_strategy=now.vendor.machine_to_machine_auth_strategy,
        allow_not_verified_users_login=now.vendor.allow_not_verified_users_login,
        force_permissions=now.vendor.force_permissions,
    )


async def change_policy(
    db: Db, caller: VendorPrincipal, client: Client, data: VendorPolicyChange
) -> None:
    given = data.model_dump(exclude_none=True)
    default = (await read_snapshot(db)).default.key
    document: dict[str, Any] = {
        "sign_in": {name: given[name] for name in SIGN_IN if name in given},
        "policies": {name: given[name] for name in ("cookie_same_site",) if name in given},
        "applications": {
            default: {field: given[name] for name, field in OF_THE_DEFAULT.items() if name in given}
        },
    }
    await change(db, document, caller=caller, client=client)


async def change_mfa_strategy(
    db: Db, caller: VendorPrincipal, client: Client, data: MfaStrategyChange
) -> None:
    """`DocumentRefused` when none would be left."""
    now: list[str] = list((await read_snapshot(db)).vendor.mfa_strategies)
    others = [name for name in now if name != data.strategy]
    wanted = [*others, data.strategy] if data.is_active else others
    if set(wanted) != set(now):
        document = {"second_factors": {"mfa_strategies": wanted}}
        await change(db, document, caller=caller, client=client)
