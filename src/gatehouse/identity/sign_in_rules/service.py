"""The vendor's policy on the wire, and the field of the document that each value maps to."""

from typing import Any, Literal

from gatehouse.access.client import Client
from gatehouse.access.settings import AccessSettings
from gatehouse.access.signing_keys import KeyRing
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.configuration.service import lock_configuration
from gatehouse.identity.one_time_codes.service import LASTS
from gatehouse.identity.passwordless.magic_links import LASTS as LINK_LASTS
from gatehouse.identity.sign_in_rules.schemas import (
    ActivationStrategyChange,
    AppFactor,
    BasicPolicy,
    CodeStrategy,
    EmailFactor,
    InvitationStrategyChange,
    MfaRulesChange,
    MfaStrategyChange,
    PasswordRulesChange,
    SecondFactors,
    SecondFactorsChange,
    SmsFactor,
    VendorPolicy,
    VendorPolicyChange,
)
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.policies.general import global_policy
from gatehouse.policies.password_rules.service import PasswordConfig, config_of
from gatehouse.policies.settings import PasswordSettings
from gatehouse.policies.tenant_policies import MFA, MfaPolicyOut
from gatehouse.providers.mail.chosen_mailer import sender_of
from gatehouse.vendor.brand.service import authenticator_name
from gatehouse.vendor.configuration.snapshot import read_snapshot

# The wire's names, and the document's.
SIGN_IN = {
    "machine_to_machine_auth_strategy": "machine_to_machine_auth_strategy",
    "allow_signups": "allow_signups",
    "allow_not_verified_users_login": "allow_not_verified_users_login",
    "api_tokens_enabled": "api_tokens_enabled",
    "force_permissions": "force_permissions",
    "auth_strategy": "auth_strategy",
    "force_same_device_on_auth": "magic_link_same_device",
}
OF_THE_DEFAULT = {
    "default_token_expiration": "access_token_seconds",
    "default_refresh_token_expiration": "refresh_token_seconds",
    "jwt_algorithm": "signing_algorithm",
}


async def get_policy(db: Db, resources: Resources) -> VendorPolicy:
    """Read the policy from the database, because the configuration of this process may lag behind."""
    now = await read_snapshot(db)
    keys = resources[KeyRing]
    await db.pause()  # generating the first key of an algorithm takes long
    await keys.have(now.signing_algorithms)
    policy = global_policy(now, keys, resources[AccessSettings])
    return VendorPolicy(
        **policy.model_dump(),
        jwt_algorithm=now.default.signing_algorithm,
        machine_to_machine_auth_strategy=now.vendor.machine_to_machine_auth_strategy,
        allow_not_verified_users_login=now.vendor.allow_not_verified_users_login,
        force_permissions=now.vendor.force_permissions,
        auth_strategy=now.vendor.auth_strategy,
        force_same_device_on_auth=now.vendor.magic_link_same_device,
        default_passwordless_token_expiration=int(LINK_LASTS.total_seconds()),
    )


async def change_policy(
    db: Db, caller: VendorPrincipal, client: Client, data: VendorPolicyChange
) -> None:
    configuration = await lock_configuration(db, caller, client)
    given = data.model_dump(exclude_none=True)
    default = (await read_snapshot(db)).default.key
    document: dict[str, Any] = {
        "sign_in": {field: given[name] for name, field in SIGN_IN.items() if name in given},
        "policies": {name: given[name] for name in ("cookie_same_site",) if name in given},
        "applications": {
            default: {field: given[name] for name, field in OF_THE_DEFAULT.items() if name in given}
        },
    }
    await configuration.change(document)


async def get_basic(db: Db) -> BasicPolicy:
    return BasicPolicy.model_validate((await read_snapshot(db)).vendor)


async def get_password_rules(db: Db, resources: Resources) -> PasswordConfig:
    return config_of(resources[PasswordSettings], await read_snapshot(db))


async def change_password_rules(
    db: Db, caller: VendorPrincipal, client: Client, data: PasswordRulesChange
) -> None:
    wanted = {
        "password_min_length": data.min_length,
        "block_breached_passwords": data.block_pwned_passwords,
    }
    await _change_policies(db, caller, client, wanted)


async def get_mfa_rules(db: Db) -> MfaPolicyOut:
    return MFA.default(await read_snapshot(db))


async def change_mfa_rules(
    db: Db, caller: VendorPrincipal, client: Client, data: MfaRulesChange
) -> None:
    wanted = {
        "mfa_enforcement": data.enforce_mfa_type,
        "mfa_remember_device": data.allow_remember_my_device,
        "mfa_device_seconds": data.mfa_device_expiration,
    }
    await _change_policies(db, caller, client, wanted)


async def _change_policies(
    db: Db, caller: VendorPrincipal, client: Client, wanted: dict[str, Any]
) -> None:
    configuration = await lock_configuration(db, caller, client)
    given = {name: value for name, value in wanted.items() if value is not None}
    await configuration.change({"policies": given})


async def get_second_factors(db: Db, resources: Resources) -> SecondFactors:
    now = await read_snapshot(db)
    offered, seconds = now.vendor.mfa_strategies, int(LASTS.total_seconds())
    return SecondFactors(
        authentication_app=AppFactor(
            active="AuthenticatorApp" in offered, service_name=authenticator_name(now)
        ),
        sms=SmsFactor(active="SMS" in offered, token_lifetime_seconds=seconds),
        email=EmailFactor(
            active="EmailCode" in offered,
            token_lifetime_seconds=seconds,
            sender=sender_of(resources),
        ),
    )


async def change_second_factors(
    db: Db, caller: VendorPrincipal, client: Client, data: SecondFactorsChange
) -> None:
    """Change the offered factors. Raises `DocumentRefused` when none would be left."""
    configuration = await lock_configuration(db, caller, client)
    parts = {"AuthenticatorApp": data.authentication_app, "SMS": data.sms, "EmailCode": data.email}
    before = await read_snapshot(db)
    now: list[str] = list(before.vendor.mfa_strategies)
    gone = {name for name, part in parts.items() if part and not part.active}
    added = [name for name, part in parts.items() if part and part.active and name not in now]
    document: dict[str, Any] = {
        "mfa_strategies": [*(one for one in now if one not in gone), *added]
    }
    app = data.authentication_app
    # Sending back the displayed value sets nothing.
    if app and app.active and app.service_name not in (None, "", authenticator_name(before)):
        document["authenticator_name"] = app.service_name
    await configuration.change({"second_factors": document})


async def change_mfa_strategy(
    db: Db, caller: VendorPrincipal, client: Client, data: MfaStrategyChange
) -> None:
    """Change one factor. Raises `DocumentRefused` when none would be left."""
    configuration = await lock_configuration(db, caller, client)
    now: list[str] = list((await read_snapshot(db)).vendor.mfa_strategies)
    others = [name for name in now if name != data.strategy]
    wanted = [*others, data.strategy] if data.is_active else others
    if set(wanted) != set(now):
        document = {"second_factors": {"mfa_strategies": wanted}}
        await configuration.change(document)


async def get_activation_strategy(db: Db) -> CodeStrategy:
    vendor = (await read_snapshot(db)).vendor
    return CodeStrategy(
        strategy=vendor.activation_strategy, code_expiration=vendor.activation_code_seconds
    )


async def get_invitation_strategy(db: Db) -> CodeStrategy:
    vendor = (await read_snapshot(db)).vendor
    return CodeStrategy(
        strategy=vendor.invitation_strategy, code_expiration=vendor.invitation_code_seconds
    )


async def change_code_strategy(
    db: Db,
    caller: VendorPrincipal,
    client: Client,
    of: Literal["activation", "invitation"],
    data: ActivationStrategyChange | InvitationStrategyChange,
) -> None:
    configuration = await lock_configuration(db, caller, client)
    wanted = {f"{of}_strategy": data.strategy, f"{of}_code_seconds": data.code_expiration}
    given = {name: value for name, value in wanted.items() if value is not None}
    await configuration.change({"sign_in": given})


async def get_delegation(db: Db) -> bool:
    return (await read_snapshot(db)).vendor.delegation_enabled


async def change_delegation(
    db: Db, caller: VendorPrincipal, client: Client, enabled: bool | None
) -> None:
    await _change_policies(db, caller, client, {"delegation_enabled": enabled})


async def change_temporary_users(
    db: Db, caller: VendorPrincipal, client: Client, enabled: bool
) -> None:
    await _change_policies(db, caller, client, {"temporary_users_enabled": enabled})
