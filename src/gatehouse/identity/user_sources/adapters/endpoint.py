"""A vendor's own code, where it runs: behind an address of theirs.

It is sent `{"email": …, "password": …}` and answers 200 with `{"id", "email", "emailVerified", "name",
"profilePictureUrl", "tenantId"}`, of which it needs the first two; 401, 403 or 404 mean no.
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
    """`ProviderFault`."""
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
