"""Amazon Cognito: a CSV with the columns of its user pool. It hands out no hashes: people set a new password
by mail, or keep theirs through a user source that asks Cognito at their first sign-in."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gatehouse.imports.models import Export, Options, Row
from gatehouse.imports.reading import given, short
from gatehouse.imports.users.errors import UnreadableRows
from gatehouse.imports.users.models import Refused


def read(path: Path, options: Options) -> Export:
    """`UnreadableRows`."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        if "email" not in (csv.DictReader(file).fieldnames or ()):
            raise UnreadableRows("The first line has to name the columns, one of them email")

    def people() -> Iterator[Row]:
        with path.open(encoding="utf-8-sig", newline="") as file:
            try:
                for row in csv.DictReader(file, strict=True):
                    yield _row(row, options)
            except csv.Error as error:
                raise UnreadableRows(f"This is no CSV: {error}") from None

    return Export(people)


def _row(user: dict[str, Any], options: Options) -> Row:
    email = short(user.get("email"))
    if short(user.get("enabled")).lower() == "false":
        return Refused(email, "Is disabled there")
    full = f"{short(user.get('given_name'))} {short(user.get('family_name'))}".strip()
    tenant = options.tenant_field and (
        user.get(options.tenant_field) or user.get(f"custom:{options.tenant_field}")
    )
    custom = {
        name.removeprefix("custom:"): value
        for name, value in user.items()
        if name and name.startswith("custom:") and value
    }
    return given(
        email=email,
        tenantId=tenant,
        name=short(user.get("name")) or full,
        profilePictureUrl=short(user.get("picture")),
        phoneNumber=short(user.get("phone_number")),
        externalId=short(user.get("sub")) or short(user.get("cognito:username")),
        verifyUser=short(user.get("email_verified")).lower() == "true",
        vendorMetadata=custom,
    )
