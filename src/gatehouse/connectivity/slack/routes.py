"""Slack (wire-api §16.18; admin portal, connectivity). The wire says `subscription` where one is changed."""

from uuid import UUID

from fastapi import Response

from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.connectivity.slack import schemas, service, workspace
from gatehouse.kit.resources import AllResources

router = Router(prefix="/integrations/resources/configurations/v1/slack", tags=["Slack"])


@router.get("", permission=Permission.READ_SLACK_SUBSCRIPTIONS, response_model_exclude_none=True)
async def get_slack_configuration(db: Transaction, caller: Caller) -> schemas.SlackConfiguration:
    """The account's subscriptions, and whether a workspace is connected."""
    return await service.read_slack_configuration(db, caller)


@router.get("/applications", permission=Permission.READ_SLACK_APP)
async def get_slack_application(resources: AllResources) -> schemas.SlackApplication:
    """404 `slack.not_configured` where the vendor has no app at Slack."""
    return workspace.describe_slack_application(resources)


@router.post(
    "/applications/registrations",
    permission=Permission.WRITE_SLACK_APP_REGISTRATION,
    status_code=201,
)
async def connect_slack(
    db: Transaction, caller: Caller, resources: AllResources, data: schemas.SlackCode
) -> Response:
    """Connect the workspace with the code from Slack. 400 `slack.failed`; 404 `slack.not_configured`; 429
    `rate.limited`."""
    await workspace.connect_slack_workspace(db, resources, caller, data)
    return Response(status_code=201)


@router.delete("/applications/registrations", permission=Permission.DELETE_SLACK_APP_REGISTRATION)
async def disconnect_slack(db: Transaction, caller: Caller) -> Response:
    """Disconnect the workspace; no more messages are sent to it. 409 `slack.not_connected`."""
    await workspace.disconnect_slack_workspace(db, caller)
    return Response()


@router.get("/channels", permission=Permission.READ_SLACK_CHANNELS)
async def list_slack_channels(
    db: Transaction, caller: Caller, resources: AllResources
) -> list[schemas.SlackChannel]:
    """By name, 2000 at most. 400 `slack.failed`; 404 `slack.not_configured`; 409 `slack.not_connected`;
    429 `rate.limited`."""
    return await workspace.list_channels_of_workspace(db, resources, caller)


@router.post("/subscriptions", permission=Permission.WRITE_SLACK_SUBSCRIPTIONS, status_code=201)
async def create_slack_subscription(
    db: Transaction, caller: Caller, resources: AllResources, data: schemas.SlackSubscriptionIn
) -> Response:
    """400 `slack.unknown_event`, also without any channel; 409 `slack.too_many` beyond fifty."""
    await service.create_slack_subscription(db, resources, caller, data)
    return Response(status_code=201)


@router.patch(
    "/subscription/{subscription_id}", permission=Permission.WRITE_UPDATE_SLACK_SUBSCRIPTION
)
async def change_slack_subscription(
    db: Transaction,
    caller: Caller,
    resources: AllResources,
    subscription_id: UUID,
    data: schemas.SlackSubscriptionIn,
) -> Response:
    """One without any channel is deleted. 400 `slack.unknown_event`; 404 `slack.subscription_not_found`."""
    await service.change_slack_subscription(db, resources, caller, subscription_id, data)
    return Response()


@router.delete("/subscriptions/{subscription_id}", permission=Permission.DELETE_SLACK_SUBSCRIPTIONS)
async def delete_slack_subscription(
    db: Transaction, caller: Caller, subscription_id: UUID
) -> Response:
    """404 `slack.subscription_not_found`."""
    await service.delete_slack_subscription(db, caller, subscription_id)
    return Response()
