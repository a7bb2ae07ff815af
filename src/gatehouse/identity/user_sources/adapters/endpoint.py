"""A vendor's own code, at an address of the vendor.

It receives `{"email": …, "password": …}` and responds with 200 and `{"id", "email", "emailVerified", "name",
"profilePictureUrl", "tenantId"}`, of which the first two are required; 401, 403 or 404 reject the password.
"""

import orjson

from gatehouse.identity.external.fetching import host_of, post_json
from gatehouse.identity.user_sources.adapters.claims import (
    boolean_claim,
    text_claim,
    unexpected_answer,
)
from gatehouse.identity.user_sources.models import SourceQuestion, SourceUser
from gatehouse.kit.resources import Resources


async def ask_endpoint(resources: Resources, asking: SourceQuestion) -> SourceUser | None:
    """Verify the password at the endpoint; None if it is rejected. Raises `ProviderFault` when the endpoint
    fails."""
    address = asking["codePayload"]
    body = orjson.dumps({"email": asking.email, "password": asking.password})
    status, answer = await post_json(resources, address, body)
    if status in (401, 403, 404):
        return None
    if status != 200:
        raise unexpected_answer(status, f"{host_of(address)} answered {status}")
    return SourceUser(
        text_claim(answer, "id"),
        text_claim(answer, "email"),
        boolean_claim(answer, "emailVerified"),
        text_claim(answer, "name"),
        text_claim(answer, "profilePictureUrl"),
        answer.get("tenantId"),
    )
