"""Slack: a workspace is connected, its channels are chosen, and they are told of what happens."""

from collections.abc import Iterator
from typing import Any

import pytest

from gatehouse.kit.outbound import Outbound
from gatehouse.kit.resources import Resources
from gatehouse.providers.slack import SlackChoice, SlackWebApi
from tests.audit_log import audit_entries
from tests.connectivity.conftest import LOOPBACK
from tests.connectivity.steps import GROUP_CREATED, GROUPS
from tests.connectivity.told import CONFIGURATIONS
from tests.providers.slack_server import TOKEN, SlackServer
from tests.world import Db, Person, World

SLACK = f"{CONFIGURATIONS}/v1/slack"
REGISTRATIONS = f"{SLACK}/applications/registrations"
NOBODY = "00000000-0000-4000-8000-000000000000"


@pytest.fixture
def slack(resources: Resources) -> Iterator[SlackServer]:
    before = resources[SlackChoice]
    with SlackServer() as server:
        api = SlackWebApi(server.settings(), Outbound(LOOPBACK))
        resources.add(SlackChoice, SlackChoice(api))
        yield server
    resources.add(SlackChoice, before)


def form(*channels: str, key: str = GROUP_CREATED, **said: str) -> dict[str, Any]:
    event = {"eventKey": key, "channelIds": list(channels), **said}
    return {"isActive": True, "slackEvents": [event]}


async def connect(admin: Person) -> None:
    answer = await admin.browser.post(REGISTRATIONS, json={"code": "a-code"})
    assert answer.status_code == 201, answer.text


async def subscribe(admin: Person, body: dict[str, Any]) -> str:
    answer = await admin.browser.post(f"{SLACK}/subscriptions", json=body)
    assert answer.status_code == 201, answer.text
    found: str = (await configuration(admin))["slackSubscriptions"][-1]["id"]
    return found


async def configuration(admin: Person) -> dict[str, Any]:
    answer = await admin.browser.get(SLACK)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def happens(admin: Person, run_jobs, name: str = "Sales") -> None:
    assert (await admin.browser.post(GROUPS, json={"name": name})).status_code == 201
    await run_jobs()


async def test_a_workspace_is_connected_and_its_channels_are_listed(
    slack: SlackServer, world: World, admin: Person, db: Db
):
    app = (await admin.browser.get(f"{SLACK}/applications")).json()
    assert app["clientId"] == "123.456"
    assert "/oauth/v2/authorize?client_id=123.456&scope=chat%3Awrite" in app["authorizeUrl"]
    assert (await configuration(admin))["isConnected"] is False
    body = {"code": "a-code", "redirectUri": "https://id.test/back"}
    assert (await admin.browser.post(REGISTRATIONS, json=body)).status_code == 201
    assert slack.received[0]["redirect_uri"] == "https://id.test/back"
    found = await configuration(admin)
    assert (found["isConnected"], found["teamName"], found["slackSubscriptions"]) == (
        True, "Acme", [],
    )  # fmt: skip
    channels = (await admin.browser.get(f"{SLACK}/channels")).json()
    assert [one["name"] for one in channels] == ["alerts", "general", "security"]
    sealed = await db.connection.fetchval(
        "select sealed_token from slack_installations where tenant_id = $1", admin.tenant_id
    )
    assert TOKEN.encode() not in sealed
    entries = await audit_entries(world, admin.tenant_id)
    assert entries
    assert TOKEN not in str(entries)


async def test_chosen_channels_are_told_once_of_each_event(
    slack: SlackServer, admin: Person, run_jobs
):
    await connect(admin)
    await subscribe(admin, form("CALERTS", "CGENERAL"))
    await subscribe(admin, form("CALERTS"))
    await happens(admin, run_jobs, "R&D")
    for channel in ("CALERTS", "CGENERAL"):
        (text,) = slack.posted(channel)
        assert text == "*Group created*\nCreated the group R&amp;D"


async def test_the_account_may_say_it_otherwise(slack: SlackServer, admin: Person, run_jobs):
    await connect(admin)
    await subscribe(admin, form("CALERTS", title="News", message="<!channel> look"))
    await happens(admin, run_jobs)
    assert slack.posted("CALERTS") == ["*News*\n&lt;!channel&gt; look"]


async def test_a_subscription_is_changed_switched_off_and_deleted(
    slack: SlackServer, admin: Person, run_jobs
):
    await connect(admin)
    one = await subscribe(admin, form("CALERTS"))
    url = f"{SLACK}/subscription/{one}"
    off = form("CGENERAL") | {"isActive": False}
    assert (await admin.browser.patch(url, json=off)).status_code == 200
    assert (await configuration(admin))["slackSubscriptions"] == [{"id": one, **off}]
    await happens(admin, run_jobs)
    assert slack.posted("CGENERAL") == []
    # As the published client says that no channel is left.
    assert (await admin.browser.patch(url, json=form())).status_code == 200
    assert (await configuration(admin))["slackSubscriptions"] == []
    one = await subscribe(admin, form("CALERTS"))
    assert (await admin.browser.delete(f"{SLACK}/subscriptions/{one}")).status_code == 200
    assert (await configuration(admin))["slackSubscriptions"] == []


async def test_what_slack_refuses_is_visible_and_stops_no_other_channel(
    slack: SlackServer, admin: Person, run_jobs
):
    await connect(admin)
    await subscribe(admin, form("CGONE", "CALERTS"))
    await happens(admin, run_jobs)
    assert len(slack.posted("CALERTS")) == 1
    (failure,) = (await configuration(admin))["failures"]
    assert (failure["recipient"], failure["reason"]) == (
        "CGONE", "Slack rejected the message: channel_not_found",
    )  # fmt: skip


@pytest.mark.parametrize(
    "answer", [(500, {}), (429, {}), (200, {"ok": False, "error": "ratelimited"}), (200, {})]
)
async def test_what_passes_is_tried_again(
    slack: SlackServer, admin: Person, run_jobs, db: Db, answer: tuple[int, dict[str, Any]]
):
    await connect(admin)
    await subscribe(admin, form("CALERTS"))
    slack.says.append(answer)
    await happens(admin, run_jobs)
    assert (await configuration(admin))["failures"] == []
    await db.connection.execute(
        "update pgqueuer set execute_after = now() where entrypoint = 'connectivity.send'"
    )
    await run_jobs()
    assert len(slack.posted("CALERTS")) == 2


async def test_nothing_is_told_once_it_is_disconnected(slack: SlackServer, admin: Person, run_jobs):
    await connect(admin)
    await subscribe(admin, form("CALERTS"))
    assert (await admin.browser.delete(REGISTRATIONS)).status_code == 200
    await happens(admin, run_jobs)
    assert slack.posted("CALERTS") == []
    again = await admin.browser.delete(REGISTRATIONS)
    assert (again.status_code, again.json()["errorCodes"]) == (409, ["slack.not_connected"])
    channels = await admin.browser.get(f"{SLACK}/channels")
    assert (channels.status_code, channels.json()["errorCodes"]) == (409, ["slack.not_connected"])


async def test_another_workspace_takes_the_place_and_its_channels_are_chosen_anew(
    slack: SlackServer, admin: Person
):
    await connect(admin)
    await subscribe(admin, form("CALERTS"))
    await connect(admin)
    assert len((await configuration(admin))["slackSubscriptions"]) == 1
    slack.says.append(
        (200, {"ok": True, "access_token": TOKEN, "team": {"id": "T2", "name": "Other"}})
    )
    await connect(admin)
    found = await configuration(admin)
    assert (found["teamName"], found["slackSubscriptions"]) == ("Other", [])


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ((200, {"ok": False, "error": "invalid_code"}), "Slack rejected the request: invalid_code"),
        ((200, {"ok": True}), "Slack rejected the request: no_workspace"),
        ((500, {}), "Slack did not respond. Try again in a moment."),
    ],
)
async def test_why_a_workspace_could_not_be_connected_is_said(
    slack: SlackServer, admin: Person, answer: tuple[int, dict[str, Any]], text: str
):
    slack.says.append(answer)
    found = await admin.browser.post(REGISTRATIONS, json={"code": "a-code"})
    assert (found.status_code, found.json()["errorCodes"]) == (400, ["slack.failed"])
    assert found.json()["errors"] == [text]
    assert (await configuration(admin))["isConnected"] is False


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (form(), "slack.unknown_event"),
        (form("CALERTS", key="no.such"), "slack.unknown_event"),
        (form("not a channel"), "ER-"),
        (form(*[f"C{index}" for index in range(21)]), "ER-"),
        ({"isActive": True}, "ER-"),
    ],
)
async def test_what_cannot_be_is_refused(
    slack: SlackServer, admin: Person, body: dict[str, Any], code: str
):
    answer = await admin.browser.post(f"{SLACK}/subscriptions", json=body)
    assert answer.status_code == 400, answer.text
    assert answer.json()["errorCodes"][0].startswith(code), answer.text
    assert (await configuration(admin))["slackSubscriptions"] == []


async def test_without_an_app_no_workspace_connects(admin: Person, resources: Resources):
    before = resources[SlackChoice]
    resources.add(SlackChoice, SlackChoice(None))
    try:
        for answer in (
            await admin.browser.get(f"{SLACK}/applications"),
            await admin.browser.get(f"{SLACK}/channels"),
            await admin.browser.post(REGISTRATIONS, json={"code": "a-code"}),
        ):
            assert (answer.status_code, answer.json()["errorCodes"]) == (
                404, ["slack.not_configured"],
            )  # fmt: skip
    finally:
        resources.add(SlackChoice, before)


async def test_the_stand_in_is_a_workspace_too(admin: Person, run_jobs, world: World):
    """Where no app is set up, the demo has one that writes files."""
    app = (await admin.browser.get(f"{SLACK}/applications")).json()
    assert app["authorizeUrl"].endswith("/oauth/portal/connectivity/slack?code=offline")
    assert (await admin.browser.post(REGISTRATIONS, json={"code": "x"})).status_code == 400
    assert (await admin.browser.post(REGISTRATIONS, json={"code": "offline"})).status_code == 201
    channels = (await admin.browser.get(f"{SLACK}/channels")).json()
    await subscribe(admin, form(channels[0]["id"]))
    await happens(admin, run_jobs, "Written")
    files = (world.settings.data_dir / "slack").glob("*.json")
    assert any("Created the group Written" in path.read_text() for path in files)


async def test_another_account_sees_none_of_it(slack: SlackServer, admin: Person, world: World):
    await connect(admin)
    one = await subscribe(admin, form("CALERTS"))
    other = await world.person("Admin")
    assert (await configuration(other))["isConnected"] is False
    changed = await other.browser.patch(f"{SLACK}/subscription/{one}", json=form("CGENERAL"))
    assert changed.status_code == 404
    assert (await other.browser.delete(f"{SLACK}/subscriptions/{one}")).status_code == 404


async def test_who_may_only_read_changes_nothing(slack: SlackServer, admin: Person, world: World):
    reader = await world.person("ReadOnly", tenant_id=admin.tenant_id)
    assert (await reader.browser.get(SLACK)).status_code == 200
    for method, path, body in [
        ("POST", REGISTRATIONS, {"code": "a-code"}),
        ("DELETE", REGISTRATIONS, {}),
        ("POST", f"{SLACK}/subscriptions", form("CALERTS")),
        ("PATCH", f"{SLACK}/subscription/{NOBODY}", form("CALERTS")),
        ("DELETE", f"{SLACK}/subscriptions/{NOBODY}", {}),
    ]:
        assert (await reader.browser.request(method, path, json=body)).status_code == 403, path
