"""Amazon Cognito: a CSV with the columns of its user pool. It hands out no hashes: users set a new password
by mail, or keep theirs through a user source that asks Cognito at their first sign-in."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gatehouse.imports.errors import UnreadableRows
from gatehouse.imports.models import Options, ReadExport, Row
from gatehouse.imports.reading import clean_text, drop_empty_fields
from gatehouse.imports.users.models import RefusedRow


def read_cognito_export(path: Path, options: Options) -> ReadExport:
    """Raises `UnreadableRows`."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        if "email" not in (csv.DictReader(file).fieldnames or ()):
            raise UnreadableRows("The first line must name the columns, including email")

    def people() -> Iterator[Row]:
        with path.open(encoding="utf-8-sig", newline="") as file:
            try:
                for row in csv.DictReader(file, strict=True):
                    yield _build_import_row(row, options)
            except csv.Error as error:
                raise UnreadableRows(f"This is not a valid CSV file: {error}") from None

    return ReadExport(people)


def _build_import_row(user: dict[str, Any], options: Options) -> Row:
    email = clean_text(user.get("email"))
    if clean_text(user.get("enabled")).lower() == "false":
        return RefusedRow(email, "The user is disabled there")
    full = f"{clean_text(user.get('given_name'))} {clean_text(user.get('family_name'))}".strip()
    tenant = options.tenant_field and (
        user.get(options.tenant_field) or user.get(f"custom:{options.tenant_field}")
    )
    custom = {
        name.removeprefix("custom:"): value
        for name, value in user.items()
        if name and name.startswith("custom:") and value
    }
    return drop_empty_fields(
        email=email,
        tenantId=tenant,
        name=clean_text(user.get("name")) or full,
        profilePictureUrl=clean_text(user.get("picture")),
        phoneNumber=clean_text(user.get("phone_number")),
        externalId=clean_text(user.get("sub")) or clean_text(user.get("cognito:username")),
        verifyUser=clean_text(user.get("email_verified")).lower() == "true",
        vendorMetadata=custom,
    )
