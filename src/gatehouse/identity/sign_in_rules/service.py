"""The vendor's policy on the wire, and the field of the document that each value maps to."""

from dataclasses import dataclass
from typing import Any

from gatehouse.access.settings import AccessSettings
from gatehouse.access.signing_keys import KeyRing
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.configuration.service import lock_configuration
from gatehouse.identity.one_time_codes.service import LASTS
from gatehouse.identity.passwordless.magic_links import LASTS as LINK_LASTS
from gatehouse.identity.sign_in_rules import schemas
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.policies.general import global_policy
from gatehouse.policies.password_rules.service import PasswordConfig, build_password_config
from gatehouse.policies.settings import PasswordSettings
from gatehouse.providers.mail.chosen_mailer import format_sender
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


async def get_policy(db: Db, resources: Resources) -> schemas.VendorPolicy:
    """Read the policy from the database, because the configuration of this process may lag behind."""
    now = await read_snapshot(db)
    keys = resources[KeyRing]
    await db.pause()  # generating the first key of an algorithm takes long
    await keys.have(now.signing_algorithms)
    policy = global_policy(now, keys, resources[AccessSettings])
    return schemas.VendorPolicy(
        **policy.model_dump(),
        jwt_algorithm=now.default.signing_algorithm,
        machine_to_machine_auth_strategy=now.vendor.machine_to_machine_auth_strategy,
        allow_not_verified_users_login=now.vendor.allow_not_verified_users_login,
        force_permissions=now.vendor.force_permissions,
        auth_strategy=now.vendor.auth_strategy,
        force_same_device_on_auth=now.vendor.magic_link_same_device,
        default_passwordless_token_expiration=int(LINK_LASTS.total_seconds()),
    )


@dataclass(frozen=True, slots=True)
class PolicyChange:
    """A change of the policies, by a caller of the vendor."""

    db: Db
    resources: Resources
    caller: VendorPrincipal

    async def change(self, section: str, **values: Any) -> None:
        """Change these values of the document's section; None leaves a value as it is."""
        configuration = await lock_configuration(self.db, self.caller)
        given = {name: value for name, value in values.items() if value is not None}
        await configuration.change({section: given})


async def change_policy(call: PolicyChange, data: schemas.VendorPolicyChange) -> None:
    configuration = await lock_configuration(call.db, call.caller)
    given = data.model_dump(exclude_none=True)
    default = (await read_snapshot(call.db)).default.key
    document: dict[str, Any] = {
        "sign_in": {field: given[name] for name, field in SIGN_IN.items() if name in given},
        "policies": {name: given[name] for name in ("cookie_same_site",) if name in given},
        "applications": {
            default: {field: given[name] for name, field in OF_THE_DEFAULT.items() if name in given}
        },
    }
    await configuration.change(document)


async def get_password_rules(db: Db, resources: Resources) -> PasswordConfig:
    return build_password_config(resources[PasswordSettings], await read_snapshot(db))


async def get_second_factors(db: Db, resources: Resources) -> schemas.SecondFactors:
    now = await read_snapshot(db)
    offered, seconds = now.vendor.mfa_strategies, int(LASTS.total_seconds())
    return schemas.SecondFactors(
        authentication_app=schemas.AppFactor(
            active="AuthenticatorApp" in offered, service_name=authenticator_name(now)
        ),
        sms=schemas.SmsFactor(active="SMS" in offered, token_lifetime_seconds=seconds),
        email=schemas.EmailFactor(
            active="EmailCode" in offered,
            token_lifetime_seconds=seconds,
            sender=format_sender(resources),
        ),
    )


async def change_second_factors(call: PolicyChange, data: schemas.SecondFactorsChange) -> None:
    """Change the offered factors. Raises `DocumentRefused` when none would be left."""
    configuration = await lock_configuration(call.db, call.caller)
    parts = {"AuthenticatorApp": data.authentication_app, "SMS": data.sms, "EmailCode": data.email}
    before = await read_snapshot(call.db)
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


async def change_mfa_strategy(call: PolicyChange, data: schemas.MfaStrategyChange) -> None:
    """Change one factor. Raises `DocumentRefused` when none would be left."""
    configuration = await lock_configuration(call.db, call.caller)
    now: list[str] = list((await read_snapshot(call.db)).vendor.mfa_strategies)
    others = [name for name in now if name != data.strategy]
    wanted = [*others, data.strategy] if data.is_active else others
    if set(wanted) != set(now):
        await configuration.change({"second_factors": {"mfa_strategies": wanted}})
