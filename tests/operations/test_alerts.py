"""Each alert fires when what it watches breaks, reads only what there is, and has its page in the runbook."""

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from gatehouse import cli
from gatehouse.commands.runtime import rate_limiter
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.rate_limit import RateLimiter
from gatehouse.settings import ENV_PREFIX, Settings
from tests.databases import own_database
from tests.operations.breaking import BREAKING
from tests.operations.installation import Installation, installed
from tests.operations.promql import holds, names

ROOT = Path(__file__).parents[2]
RULES: list[dict[str, Any]] = [
    rule
    for group in yaml.safe_load((ROOT / "deploy/prometheus/alerts.yaml").read_text())["groups"]
    for rule in group["rules"]
]
EXPRESSIONS = {rule["alert"]: rule["expr"] for rule in RULES}
DASHBOARD = json.loads((ROOT / "deploy/grafana/gatehouse.json").read_text())
PAGES = {path.stem: path.read_text() for path in (ROOT / "docs/guides/runbook").glob("*.md")}
RUNBOOK = "\n".join(PAGES.values())
SECTIONS = ["## Meaning", "## Impact", "## Diagnosis", "## Mitigation"]
SUFFIXES = {"counter": ["_total"], "info": ["_info"], "histogram": ["_bucket", "_sum", "_count"]}


@pytest.fixture(scope="module")
async def shared_site(server_url: str, tmp_path_factory) -> AsyncIterator[Installation]:
    async with (
        own_database(server_url) as url,
        installed(url, tmp_path_factory.mktemp("site")) as site,
    ):
        yield site


@pytest.fixture
def site(shared_site: Installation) -> Installation:
    shared_site.looks.clear()
    shared_site.resources.add(RateLimiter, rate_limiter(shared_site.settings))
    return shared_site


@pytest.mark.parametrize("alert", EXPRESSIONS)
async def test_an_alert_fires_when_what_it_watches_breaks(site: Installation, alert: str):
    await site.look()
    await site.look()
    assert not holds(EXPRESSIONS[alert], site.looks)
    async with BREAKING[alert](site):
        await site.look()
        assert holds(EXPRESSIONS[alert], site.looks)


def test_each_alert_is_tried():
    assert list(EXPRESSIONS) == list(BREAKING)


async def test_what_rules_and_dashboard_read_is_there(site: Installation):
    page = (await site.client.get("/metrics")).text
    there = {"up"} | {
        f"{family.name}{suffix}"
        for family in text_string_to_metric_families(page)
        for suffix in SUFFIXES.get(family.type, [""])
    }
    panels = [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]
    read = {name for each in [*EXPRESSIONS.values(), *panels] for name in names(each)}
    assert read - there == set()
    # And each of our metrics is read by a rule or the dashboard.
    ours = {name for name in there if name.startswith("gatehouse_")}
    aside = ("_sum", "_count", "_created")
    assert {name for name in ours if not name.endswith(aside)} - read == set()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["alert"])
def test_an_alert_has_its_page(rule: dict[str, Any]):
    title = rule["alert"]
    assert rule["annotations"]["runbook"] == f"docs/guides/runbook/{title}.md"
    page = PAGES[title]
    assert page.startswith(f"# {title}\n")
    assert re.findall(r"^## .*$", page, re.MULTILINE) == SECTIONS
    assert rule["labels"]["severity"] in ("page", "ticket")
    assert f"Severity: {rule['labels']['severity']}." in page


async def test_what_the_runbook_asks_the_database_is_answered(site: Installation):
    """As the login of the processes, started as the runbook says: without the scope nothing is shown."""
    said = dict(re.findall(r"PGOPTIONS='-c (\S+)=(\S+)' psql", RUNBOOK))
    asked = re.findall(r"```sql\n(.*?)\n```", RUNBOOK, re.DOTALL)
    assert len(asked) == 6
    person = await site.world.person("Admin")
    async with site.resources[Database].transaction(Scope.system()) as db:
        connection = await db.open()
        await connection.execute(
            "insert into webhooks (id, tenant_id, display_name, url, event_keys, is_active, failing_since,"
            " due_at, created_at, updated_at) values (gen_random_uuid(), $1, 'Hook', 'https://a.test',"
            " '{}', true, now(), now() - interval '1 day', now(), now())",
            person.tenant_id,
        )
        await connection.execute(
            "insert into pgqueuer_schedules (expression, entrypoint, heartbeat, created, updated, next_run,"
            " last_run) select '* * * * *', name, now(), now(), now(), now(), at"
            " from (values ('first', now() - interval '1 day'), ('never', null), ('last', now())) s(name, at)"
        )
    connection = await asyncpg.connect(site.url, server_settings={"role": "gatehouse_app", **said})
    found = {one: await connection.fetch(one) for one in asked}
    await connection.close()
    webhooks = [rows for one, rows in found.items() if " from webhooks " in one]
    assert webhooks
    assert all(webhooks), "each question about webhooks finds the one that fails"
    [schedules] = (one for one in asked if " from pgqueuer_schedules " in one)
    order = [row["entrypoint"] for row in found[schedules]]
    made = [name for name in order if name in ("first", "never", "last")]
    assert made == ["last", "first", "never"], "what was never run is last"


@pytest.mark.parametrize("command", sorted(set(re.findall(r"`gatehouse ([^`]*)`", RUNBOOK))))
def test_the_runbook_names_a_command_that_there_is(command: str):
    with pytest.raises(SystemExit) as ended:
        cli._build_parser().parse_args([*command.split(), "--help"])
    assert ended.value.code == 0


def test_the_runbook_names_settings_and_lines_of_the_log_that_there_are():
    known = {f"{ENV_PREFIX}{name.upper()}" for name in Settings.model_fields}
    assert set(re.findall(r"GATEHOUSE_[A-Z_]+[A-Z]", RUNBOOK)) - known == set()
    code = "".join(path.read_text() for path in (ROOT / "src/gatehouse/kit").glob("*.py"))
    for line in (
        "busy",
        "request failed",
        "rate_limits.counted_alone",
        "worker waits for the database",
    ):
        assert f"`{line}`" in RUNBOOK
        assert f'("{line}"' in code


def test_the_runbook_has_no_page_without_an_alert():
    assert PAGES.keys() - {"README"} == EXPRESSIONS.keys()
