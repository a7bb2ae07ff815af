"""A vendor's own code, where it runs: behind an address of theirs.

It is sent `{"email": …, "password": …}` and answers 200 with `{"id", "email", "emailVerified", "name",
"profilePictureUrl", "tenantId"}`, of which it needs the first two; 401, 403 or 404 mean no.
"""

import orjson

from gatehouse.identity.external.fetching import host_of, post_json
from gatehouse.identity.user_sources.adapters.claims import refused, text, yes
from gatehouse.identity.user_sources.models import Asking, Found
from gatehouse.kit.resources import Resources


async def ask(resources: Resources, asking: Asking) -> Found | None:
    """`ProviderFault`."""
    address = asking["codePayload"]
    body = orjson.dumps({"email": asking.email, "password": asking.password})
    status, answer = await post_json(resources, address, body)
    if status in (401, 403, 404):
        return None
    if status != 200:
        raise refused(status, f"{host_of(address)} answered {status}")
    return Found(
        text(answer, "id"),
        text(answer, "email"),
        yes(answer, "emailVerified"),
        text(answer, "name"),
        text(answer, "profilePictureUrl"),
        answer.get("tenantId"),
    )
