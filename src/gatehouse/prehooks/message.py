"""The request to a service: the event, the application and tenant, and the user. Never a password or a
token."""

import orjson

from gatehouse.kit.resources import Resources
from gatehouse.prehooks.models import PrehookQuestion
from gatehouse.vendor.applications import UnknownApplication
from gatehouse.vendor.current import configuration_of


def body_of(resources: Resources, question: PrehookQuestion) -> bytes:
    """JSON: `eventKey`, `prehookContext`, `data`."""
    client = question.client
    context = {
        "tenantId": _text_or_none(question.tenant_id),
        "userId": _text_or_none(question.user_id),
        "applicationId": _application_id(resources, client.application),
        "vendorId": str(configuration_of(resources).vendor.id),
        "ipAddress": client.ip,
        "userAgent": client.user_agent,
    }
    known = {name: value for name, value in context.items() if value is not None}
    return orjson.dumps(
        {"eventKey": question.event, "prehookContext": known, "data": dict(question.data)},
        default=str,
    )


def _application_id(resources: Resources, named: str | None) -> str | None:
    try:
        return str(configuration_of(resources).for_people(named).id)
    except UnknownApplication:
        return None


def _text_or_none(value: object) -> str | None:
    return None if value is None else str(value)
