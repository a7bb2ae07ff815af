"""The `gatehouse` command, as people type it."""

import asyncio
import subprocess
from collections.abc import Iterator

import asyncpg
import orjson
import pytest

from gatehouse.app import build_app
from gatehouse.kit.resources import Resources
from tests.databases import own_database
from tests.process.server import GATEHOUSE, environment


def run(*arguments: str, status: int = 0, **settings: str) -> str:
    done = subprocess.run(
        [GATEHOUSE, *arguments],
        env=environment(**settings),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


@pytest.fixture
def url(server_url: str) -> Iterator[str]:
    loop = asyncio.new_event_loop()
    own = own_database(server_url, "template1")
    yield loop.run_until_complete(own.__aenter__())
    loop.run_until_complete(own.__aexit__(None, None, None))
    loop.close()


def keys(url: str) -> list[str]:
    async def read() -> list[str]:
        connection = await asyncpg.connect(url)
        rows = await connection.fetch("select id from signing_keys order by active_from")
        await connection.close()
        return [row["id"] for row in rows]

    return asyncio.run(read())


def test_keys_are_turned_over_on_a_database_of_any_age(url, tmp_path):
    """Also on an empty one: the schema is made first. A wrong secret key is said, not stumbled over."""
    settings = {"database_url": url, "data_dir": str(tmp_path), "env": "development"}
    said = run("rotate-keys", **settings)
    _, second = keys(url)
    assert f"Key {second} is published" in said
    assert run("migrate", **settings) == "The schema is up to date.\n"
    lines = run("rotate-keys", status=1, **settings | {"secret_key": "another-key-" * 4})
    assert "cannot be decrypted" in lines
    assert "Traceback" not in lines
    assert len(keys(url)) == 2


def test_the_api_is_written_as_it_is_served(settings, tmp_path):
    run("openapi", str(tmp_path / "api.json"))
    written = orjson.loads((tmp_path / "api.json").read_bytes())
    served = orjson.loads(orjson.dumps(build_app(settings, Resources()).openapi()))
    assert written == served
    assert len(written["paths"]) > 60


def test_the_settings_page_is_written_where_it_is_wanted(tmp_path):
    run("settings-reference", str(tmp_path / "new" / "settings.md"))
    assert "`GATEHOUSE_SECRET_KEY`" in (tmp_path / "new" / "settings.md").read_text()


def test_help_names_every_command():
    said = run("--help")
    for command in ("serve", "worker", "migrate", "doctor", "stop", "rotate-keys", "openapi"):
        assert command in said
