"""The Slack workspace of a tenant: authorized at Slack by a user, and read for its channels."""

from collections.abc import Awaitable
from typing import TypeVar

from gatehouse.access.principal import Principal
from gatehouse.audit.service import announce_event
from gatehouse.connectivity.errors import SlackAnsweredNo, SlackNotConfigured, SlackNotConnected
from gatehouse.connectivity.events import SlackConnected, SlackDisconnected
from gatehouse.connectivity.slack import queries
from gatehouse.connectivity.slack.schemas import SlackApplication, SlackChannel, SlackCode
from gatehouse.directory.tenants.service import lock_tenant
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id
from gatehouse.kit.db import Db
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.providers.slack import Slack, SlackChoice, SlackFailed, SlackRefused

ASKED = RateLimit("slack", 30)

T = TypeVar("T")


def describe_slack_application(resources: Resources) -> SlackApplication:
    """Raises `SlackNotConfigured`."""
    slack = _require_slack(resources)
    return SlackApplication(client_id=slack.client_id, authorize_url=slack.authorize_url)


async def connect_slack_workspace(
    db: Db, resources: Resources, caller: Principal, data: SlackCode
) -> None:
    """Connect the workspace, in place of the previous one. Raises `SlackNotConfigured`, `SlackAnsweredNo` or
    `RateLimited`."""
    slack = _require_slack(resources)
    await db.pause()
    await resources[RateLimiter].hit(ASKED, str(caller.tenant_id))
    workspace = await _call_slack(slack.exchange_code(data.code, data.redirect_uri))
    await lock_tenant(db, caller.tenant_id)
    before = await queries.INSTALLATION.first(db, caller.tenant_id)
    if before and before.team_id != workspace.id:
        await queries.FORGET_SUBSCRIPTIONS.run(db, caller.tenant_id)
    await queries.REMOVE.first(db, caller.tenant_id)
    installation_id = new_id()
    sealed = queries.TOKEN.seal(resources[Box], installation_id, workspace.token.encode())
    await queries.INSTALL.run(
        db, installation_id, caller.tenant_id, workspace.id, workspace.name, sealed, clock.now()
    )
    event = SlackConnected(caller.tenant_id, workspace.name)
    await announce_event(db, event, by=caller.actor)


async def disconnect_slack_workspace(db: Db, caller: Principal) -> None:
    """Disconnect the workspace. Subscriptions stay for a later connection of the same workspace. Raises
    `SlackNotConnected`."""
    name = await queries.REMOVE.first(db, caller.tenant_id)
    if name is None:
        raise _slack_not_connected()
    await announce_event(db, SlackDisconnected(caller.tenant_id, name), by=caller.actor)


async def list_channels_of_workspace(
    db: Db, resources: Resources, caller: Principal
) -> list[SlackChannel]:
    """By name. Raises `SlackNotConfigured`, `SlackNotConnected`, `SlackAnsweredNo` or `RateLimited`."""
    slack = _require_slack(resources)
    found = await queries.INSTALLATION.first(db, caller.tenant_id)
    if found is None:
        raise _slack_not_connected()
    token = queries.TOKEN.open(resources[Box], found.id, found.sealed_token).decode()
    await db.pause()
    await resources[RateLimiter].hit(ASKED, str(caller.tenant_id))
    channels = await _call_slack(slack.list_channels(token))
    return [SlackChannel(id=one.id, name=one.name) for one in channels]


def _require_slack(resources: Resources) -> Slack:
    slack = resources[SlackChoice].slack
    if slack is None:
        raise SlackNotConfigured("Slack is not configured")
    return slack


async def _call_slack(call: Awaitable[T]) -> T:
    try:
        return await call
    except SlackRefused as refusal:
        raise SlackAnsweredNo(f"Slack rejected the request: {refusal}") from None
    except SlackFailed:
        raise SlackAnsweredNo("Slack did not respond. Try again in a moment.") from None


def _slack_not_connected() -> SlackNotConnected:
    return SlackNotConnected("Connect a Slack workspace first")
