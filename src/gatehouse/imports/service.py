"""One export of another system, as `user_import.file` takes it."""

from functools import partial
from pathlib import Path
from typing import Protocol

from gatehouse.imports import structure
from gatehouse.imports.formats import auth0, cognito, firebase, hosted, keycloak
from gatehouse.imports.models import Options, ReadExport
from gatehouse.imports.reading import FAULTS
from gatehouse.imports.users.errors import UnreadableRows
from gatehouse.imports.users.file import ImportFile, import_id


class ExportReader(Protocol):
    def __call__(self, path: Path, options: Options, /) -> ReadExport: ...


FORMATS: dict[str, ExportReader] = {
    "auth0": auth0.read_auth0_export,
    "cognito": cognito.read_cognito_export,
    "firebase": firebase.read_firebase_export,
    "hosted": hosted.read_hosted_export,
    "keycloak": keycloak.read_keycloak_export,
}


def read_export(
    name: str, path: Path, options: Options, *, verified: bool
) -> tuple[ImportFile, list[str]]:
    """Read an export; also returns what is left out of it. Raises `UnreadableRows`, `ConfigurationError`,
    `OSError`."""
    try:
        export = FORMATS[name](path, options)
    except FAULTS as error:
        raise UnreadableRows(
            f"{path.name} is no export of {name}: {type(error).__name__} {error}"
        ) from None
    how = f" {name} {options.tenant_field}"
    if options.hashes:
        how += f" {import_id(options.hashes, None, verified=verified)}"
    return ImportFile(
        import_id(path, options.tenant_id, verified=verified, how=how),
        export.people,
        options.tenant_id,
        verified,
        partial(structure.create_structure, given=export.structure),
        partial(structure.create_groups, given=export.structure),
    ), export.structure.left_out
