"""Imports an export of another system, as the command does."""

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from gatehouse.imports.models import Options
from gatehouse.imports.service import read_export
from gatehouse.imports.users.file import ImportOutcome, import_user_file
from gatehouse.kit.db import Database
from tests.identity.signup_steps import (
    GOOD,
)
from tests.identity.test_users import signs_in
from tests.imports.user_rows import stored


@pytest.fixture
def take(database: Database, tmp_path: Path):
    async def do(
        name: str,
        text: str,
        *,
        dry_run: bool = False,
        hash_config: str = "",
        hashes: str = "",
        **options: Any,
    ) -> ImportOutcome:
        path = tmp_path / f"{uuid4()}.export"
        path.write_text(text)
        for option, beside in (("hash_config", hash_config), ("hashes", hashes)):
            if beside:
                options[option] = tmp_path / option
                options[option].write_text(beside)
        people, _ = read_export(name, path, Options(**options), verified=False)
        return await import_user_file(database, people, lambda _: None, dry_run=dry_run)

    return do


async def moves_in(asgi, db, email: str, password: str = GOOD) -> None:
    assert (await signs_in(asgi, email, "wrong"))[1] == "ER-01013"
    for _ in range(2):
        assert await signs_in(asgi, email, password) == (200, "")
        assert (await stored(db, email)).startswith("$argon2id$v=19$m=19456,t=2,p=1$")
