"""The `gatehouse` command, as people type it."""

import asyncio
import csv
import json
import re
import subprocess
from collections.abc import Iterator
from uuid import uuid4

import asyncpg
import orjson
import pytest

from gatehouse.app import build_app
from gatehouse.commands.database import run_with_database
from gatehouse.kit.db import Database, Query, Scope
from gatehouse.kit.resources import Resources
from gatehouse.kit.tenant_ids import MARK
from gatehouse.pages.api_description import DOCUMENT
from tests.databases import own_database
from tests.imports import exports
from tests.process.server import GATEHOUSE, environment, free_port

STATEMENT_LIMIT = Query(
    float, "select extract(epoch from current_setting('statement_timeout')::interval)::float"
)


def run(*arguments: str, status: int | None = 0, **settings: str) -> str:
    done = subprocess.run(
        [GATEHOUSE, *arguments],
        env=environment(**settings),
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert status in (done.returncode, None), done.stderr
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


async def create_role(url: str, name: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(f"create role {name} login")
    await connection.close()


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


def test_the_owner_of_the_schema_need_not_be_a_superuser(url, tmp_path):
    """As at every provider of databases: row-level security binds such an owner while it migrates."""
    name = f"owner_{uuid4().hex[:12]}"

    async def create() -> None:
        connection = await asyncpg.connect(url)
        database = await connection.fetchval("select current_database()")
        await connection.execute(f"create role {name} login createrole")
        # Other databases of this server may have made it before.
        if await connection.fetchval("select to_regrole('gatehouse_app') is not null"):
            await connection.execute(f"grant gatehouse_app to {name}")
        await connection.execute(f"alter database {database} owner to {name}")
        await connection.execute(f"grant create on schema public to {name}")
        await connection.close()

    asyncio.run(create())
    settings = {
        "database_url": url.replace("postgres@", f"{name}@", 1),
        "data_dir": str(tmp_path),
        "env": "development",
    }
    assert run("migrate", **settings).endswith("The schema is up to date.\n")
    assert "is published" in run("rotate-keys", **settings)
    asyncio.run(create_role(url, f"web_{name}"))
    login = {"database_url": url.replace("postgres@", f"web_{name}@", 1)}
    owner = {"migration_database_url": settings["database_url"]}
    said = run("rotate-keys", status=1, **settings | login | owner)
    assert "grant gatehouse_app to" in said
    assert "Traceback" not in said


def test_a_login_that_may_not_change_the_schema_is_told_whose_to_use(url, tmp_path):
    name = f"reader_{uuid4().hex[:12]}"
    asyncio.run(create_role(url, name))
    said = run(
        "migrate",
        status=1,
        database_url=url.replace("postgres@", f"{name}@", 1),
        data_dir=str(tmp_path),
    )
    assert "GATEHOUSE_MIGRATION_DATABASE_URL" in said
    assert "Traceback" not in said


async def execute(url: str, *statements: str) -> None:
    connection = await asyncpg.connect(url)
    for statement in statements:
        await connection.execute(statement)
    await connection.close()


def test_a_connection_limit_that_is_too_low_is_named(url, tmp_path):
    """The web process takes the only one, and its worker lacks one."""
    name = f"few_{uuid4().hex[:12]}"
    run("migrate", database_url=url, data_dir=str(tmp_path))
    role = f"create role {name} login connection limit 1"
    asyncio.run(execute(url, role, f"grant gatehouse_app to {name}"))
    settings = {
        "database_url": url.replace("postgres@", f"{name}@", 1),
        "migration_database_url": url,
        "data_dir": str(tmp_path),
        "port": str(free_port()),
    }
    said = run("serve", status=1, **settings)
    [line] = [line for line in said.splitlines() if line.startswith("gatehouse:")]
    assert f'too many connections for role "{name}"' in line
    assert "Raise the connection limit" in line
    assert "Traceback" not in said


def test_a_login_that_does_not_exist_beside_an_owner_that_does_is_named(url, tmp_path):
    settings = {"migration_database_url": url, "data_dir": str(tmp_path)}
    said = run("serve", status=1, database_url=url.replace("postgres@", "absent@", 1),
               port=str(free_port()), **settings)  # fmt: skip
    assert 'gatehouse: The database cannot be used: role "absent" does not exist.' in said
    assert "Traceback" not in said


def test_an_extension_in_a_schema_that_is_not_searched_is_named(url, tmp_path):
    """As providers keep extensions apart from what is public."""
    make = "create extension pg_trgm schema extensions"
    asyncio.run(execute(url, "create schema extensions", make))
    settings = {"database_url": url, "data_dir": str(tmp_path)}
    said = run("migrate", status=1, **settings)
    [line] = said.splitlines()
    assert line.startswith("gatehouse: The extension pg_trgm is in the schema extensions, which is")
    asyncio.run(execute(url, re.findall(r"run: (alter database .*;)$", line)[0]))
    assert run("migrate", **settings).endswith("The schema is up to date.\n")


def test_the_api_is_written_where_it_is_wanted(settings, tmp_path):
    run("openapi", str(tmp_path / "api.json"))
    written = orjson.loads((tmp_path / "api.json").read_bytes())
    app = build_app(settings, Resources(), is_loaded=True)
    assert written == orjson.loads(orjson.dumps(app.openapi()))
    assert len(written["paths"]) > 60
    assert (tmp_path / "api.json").read_bytes() == DOCUMENT.read_bytes(), "run `make openapi`"


async def test_the_api_is_served_as_it_was_written(client, monkeypatch):
    """Nothing is generated while people wait, and who has it is not sent it again."""
    monkeypatch.delattr("gatehouse.pages.api_description.get_openapi")
    answer = await client.get("/openapi.json")
    assert answer.headers["content-type"] == "application/json"
    assert answer.content == DOCUMENT.read_bytes()
    etag = answer.headers["etag"]
    for known in (etag, f"W/{etag}", f'"other", {etag}'):
        again = await client.get("/openapi.json", headers={"if-none-match": known})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", etag)
    other = await client.get("/openapi.json", headers={"if-none-match": '"other"'})
    assert other.status_code == 200


async def test_the_management_calls_have_a_description_of_their_own(client):
    whole = orjson.loads(DOCUMENT.read_bytes())
    answer = await client.get("/vendor/openapi.json")
    described = answer.json()
    calls = {
        (path, method): one
        for path, item in described["paths"].items()
        for method, one in item.items()
    }
    assert len(calls) > 300
    assert all(one == whole["paths"][path][method] for (path, method), one in calls.items())
    assert all("Vendor" in one["tags"] for one in calls.values())
    named = set(re.findall(r"#/components/schemas/([^\"]+)", answer.text))
    assert named | {"VendorPermission"} == described["components"]["schemas"].keys()
    etag = {"if-none-match": answer.headers["etag"]}
    assert (await client.get("/vendor/openapi.json", headers=etag)).status_code == 304


def test_the_settings_page_is_written_where_it_is_wanted(tmp_path):
    run("settings-reference", str(tmp_path / "new" / "settings.md"))
    assert "`GATEHOUSE_SECRET_KEY`" in (tmp_path / "new" / "settings.md").read_text()


def test_help_names_every_command():
    said = run("--help")
    for command in (
        "serve",
        "worker",
        "migrate",
        "doctor",
        "stop",
        "rotate-keys",
        "rotate-secret",
        "openapi",
    ):
        assert command in said


def test_an_export_of_another_system_is_tried_and_taken(url, tmp_path):
    settings = {"database_url": url, "data_dir": str(tmp_path), "env": "development"}
    tenant_id, mark = uuid4(), uuid4().hex[:8]
    text, _ = exports.hosted(tenant_id, uuid4(), mark)
    whole = json.loads(text)
    whole["users"]["items"].append({"email": "=no(address)", "tenantId": str(tenant_id)})
    path, report = tmp_path / "export.json", tmp_path / "report.csv"
    long = {"email": f"long-{mark}@import.test", "name": "N" * 300, "tenantId": str(tenant_id)}
    whole["users"]["items"].append(long)
    path.write_text(json.dumps(whole))
    tried = run("import", "hosted", str(path), "--dry-run", status=1, **settings)
    assert "2 new, 1 had an account, 1 were not taken." in tried
    assert "Nothing was changed" in tried
    # A script sees from the exit status that a row was not imported.
    done = run("import", "hosted", str(path), "--report", str(report), status=1, **settings)
    assert "group Sales: 1 people" in done
    assert "role own of one account" in done
    assert "2 new, 1 had an account, 1 were not taken." in done
    assert "1 users were taken without something:\n" in done
    assert f"long-{mark}@import.test: name: " in done
    _, first, second = csv.reader(report.read_text("utf-8-sig").splitlines())
    assert (first[1], first[3]) == ("'=no(address)", "no")  # which no spreadsheet computes
    assert (second[1], second[3]) == (f"long-{mark}@import.test", "yes")
    whole["users"]["items"] = whole["users"]["items"][:1]
    path.write_text(json.dumps(whole))
    run("import", "hosted", str(path), "--dry-run", status=1, **settings)  # all are here by now
    path.write_text("[]")
    assert "is no JSON object" in run("import", "hosted", str(path), status=1, **settings)


def test_commands_name_a_tenant_by_the_text_that_was_chosen(url, tmp_path):
    settings = {"database_url": url, "data_dir": str(tmp_path), "env": "development"}
    tenant = 'acme "corp" 1'
    whole = {
        "tenants": [{"tenantId": tenant, "name": "Acme"}],
        "users": [{"email": "a@acme-corp.test", "name": "A", "tenantId": tenant}],
    }
    path, rows, heads = tmp_path / "export.json", tmp_path / "rows.csv", tmp_path / "heads"
    path.write_text(json.dumps(whole))
    assert "1 new" in run("import", "hosted", str(path), **settings)
    rows.write_text("email,name\nb@acme-corp.test,B\n")
    more = ("users", "import", str(rows), "--tenant")
    assert "1 new" in run(*more, tenant, **settings)
    assert "--tenant" in run(*more, "a/b", status=2, **settings)
    exported = tmp_path / "all.jsonl"
    run("export", str(exported), **settings)
    assert MARK not in exported.read_text()
    assert json.dumps(tenant)[1:-1] in exported.read_text()
    for line in exported.read_text().splitlines():
        json.loads(line)
    run("audit", "heads", str(heads), **settings)
    assert MARK not in heads.read_text()
    said = run("audit", "verify", "--tenant", tenant, "--heads", str(heads), **settings)
    assert "Nothing was changed." in said


def test_an_unchanged_audit_verifies(url, tmp_path):
    settings = {"database_url": url, "data_dir": str(tmp_path), "env": "development"}
    run("migrate", **settings)
    assert "Nothing was changed." in run("audit", "verify", **settings)
    heads = tmp_path / "heads.jsonl"
    assert run("audit", "heads", str(heads), **settings) == "0 accounts.\n"
    assert "Nothing was changed." in run("audit", "verify", "--heads", str(heads), **settings)
    heads.write_text("{}\n")
    assert "cannot be read" in run("audit", "verify", "--heads", str(heads), status=1, **settings)


async def statement_limit(database: Database) -> float:
    """In seconds."""
    async with database.transaction(Scope.system()) as db:
        return await STATEMENT_LIMIT.one(db)


async def test_a_command_waits_longer_for_a_statement_than_a_request(
    database, settings, server_url, database_url
):
    async with own_database(server_url) as url:
        own = settings.model_copy(update={"database_url": url})
        limit = await asyncio.to_thread(run_with_database, own, statement_limit)
    assert limit > max(60, await statement_limit(database))


def test_limits_of_sessions_are_put_in_force_by_a_document(url, tmp_path):
    """A worker takes them to every account that says nothing itself."""
    document = tmp_path / "vendor.toml"
    document.write_text("[policies]\nsession_idle_enabled = true\nsession_idle_seconds = 600\n")
    settings = {"data_dir": str(tmp_path), "database_url": url}
    assert "In force." in run("vendor", "apply", str(document), **settings)
    assert run("vendor", "diff", str(document), **settings) == ""

    async def left() -> list[str]:
        connection = await asyncpg.connect(url)
        rows = await connection.fetch("select entrypoint from pgqueuer")
        await connection.close()
        return [row["entrypoint"] for row in rows]

    assert "sessions.inherit_limits" in asyncio.run(left())
