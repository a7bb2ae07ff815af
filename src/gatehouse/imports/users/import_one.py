"""Import of one user, with their password hash and MFA factors."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, StringConstraints

from gatehouse.directory.users import service as users
from gatehouse.identity.factors.authenticator_apps import decode_authenticator_secret
from gatehouse.identity.factors.phone_and_email import normalize_factor_number
from gatehouse.identity.factors.queries import ADD_AUTHENTICATOR as ADD_AUTHENTICATOR
from gatehouse.identity.factors.queries import ADD_PHONE as ADD_PHONE
from gatehouse.identity.factors.queries import SECRETS
from gatehouse.imports.errors import UserNotImported
from gatehouse.imports.users import service
from gatehouse.imports.users.models import ImportFailure
from gatehouse.imports.users.rows import ImportRow, parse_row
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id, random_id
from gatehouse.kit.db import Db
from gatehouse.kit.errors import Invalid
from gatehouse.kit.events import Actor
from gatehouse.kit.resources import Resources


def _check_totp_secret(secret: str) -> str:
    """Not every number of letters is some number of bytes."""
    decode_authenticator_secret(secret)
    return secret


# Base32 of 80 to 640 bits, as authenticator apps have it.
Secret = Annotated[
    str,
    StringConstraints(strip_whitespace=True, to_upper=True, pattern=r"^[A-Z2-7]{16,128}$"),
    AfterValidator(_check_totp_secret),
]


class LocalMigration(ImportRow):
    """With `phoneNumberType` `mfa` the number is an MFA factor. Factors are imported for new users only: an
    existing user keeps the factors that protect their account."""

    authenticator_app_mfa_secret: Secret | None = None
    phone_number_type: Literal["auth", "mfa"] = "auth"


async def import_single_user(
    db: Db, resources: Resources, data: LocalMigration, *, by: Actor, staff_too: bool
) -> UUID:
    """Import one user and return their id. Raises `Invalid` for a row that cannot be read, `UserNotImported`
    with the reason, `NumberMalformed`."""
    row = parse_row(1, data.model_dump(by_alias=True, exclude_unset=True), tenant_id=None)
    if isinstance(row, ImportFailure):
        raise Invalid(row.problem)
    if row.omitted:
        raise Invalid(row.omitted[0])
    import_id = random_id()
    done = await service.import_rows(
        db, import_id, 0, [row], by=by, staff_too=staff_too, needs_all=True
    )
    if done.failed:
        [failure] = await service.list_failures(db, import_id)
        raise UserNotImported(failure.problem)
    user = await users.find_user_by_email(db, row.email)
    assert user is not None  # noqa: S101  taken just now
    if done.created:
        await _add_mfa_factors(db, resources, user.id, data)
    return user.id


async def _add_mfa_factors(
    db: Db, resources: Resources, user_id: UUID, data: LocalMigration
) -> None:
    now = clock.now()
    if data.authenticator_app_mfa_secret:
        app_id, secret = new_id(), data.authenticator_app_mfa_secret.encode()
        sealed = SECRETS.seal(resources[Box], app_id, secret)
        await ADD_AUTHENTICATOR.run(db, app_id, user_id, sealed, 0, now)
    if data.phone_number and data.phone_number_type == "mfa":
        await ADD_PHONE.run(db, new_id(), user_id, normalize_factor_number(data.phone_number), now)
