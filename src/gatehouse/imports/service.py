"""One export of another system, as `user_import.file` takes it."""

from functools import partial
from pathlib import Path
from typing import Protocol

from gatehouse.imports import structure
from gatehouse.imports.formats import auth0, cognito, firebase, hosted, keycloak
from gatehouse.imports.models import Export, Options
from gatehouse.imports.reading import FAULTS
from gatehouse.imports.users.errors import UnreadableRows
from gatehouse.imports.users.file import Given, import_id


class Reader(Protocol):
    def __call__(self, path: Path, options: Options, /) -> Export: ...


FORMATS: dict[str, Reader] = {
    "auth0": auth0.read,
    "cognito": cognito.read,
    "firebase": firebase.read,
    "hosted": hosted.read,
    "keycloak": keycloak.read,
}


def given(name: str, path: Path, options: Options, *, verified: bool) -> tuple[Given, list[str]]:
    """With what is left out of it. `UnreadableRows`, `ConfigurationError`, `OSError`."""
    try:
        export = FORMATS[name](path, options)
    except FAULTS as error:
        raise UnreadableRows(
            f"{path.name} is no export of {name}: {type(error).__name__} {error}"
        ) from None
    how = f" {name} {options.tenant_field}"
    if options.hashes:
        how += f" {import_id(options.hashes, None, verified=verified)}"
    return Given(
        import_id(path, options.tenant_id, verified=verified, how=how),
        export.people,
        options.tenant_id,
        verified,
        partial(structure.before, given=export.structure),
        partial(structure.after, given=export.structure),
    ), export.structure.left_out
