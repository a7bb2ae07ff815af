"""Asks the user sources whether they accept a password. No connection is held meanwhile.

For a user who has a password here, the sources are asked in vain, with a random address and password. So
neither the response nor its time reveals which accounts exist, and no mistyped password leaves this server.
"""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any

import orjson

from gatehouse.access.client import Client
from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.identity.external.errors import ProviderFault
from gatehouse.identity.user_sources import adapters, models, queries
from gatehouse.identity.user_sources.events import SourceFellSilent
from gatehouse.kit.circuits import Circuits
from gatehouse.kit.crypto import Box, new_token
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.logs import get_logger
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of

log = get_logger()

SECONDS = 5.0  # total time for all systems
LONGEST_SUBJECT = 500
# Exceptions from reading a response whose values have unexpected types.
UNREADABLE = (TypeError, AttributeError, LookupError, ValueError)


SourceAdapter = Callable[[Resources, models.SourceQuestion], Awaitable[models.SourceUser | None]]
ADAPTERS: dict[str, SourceAdapter] = {
    "auth0": adapters.ask_auth0,
    "cognito": adapters.ask_cognito,
    "firebase": adapters.ask_firebase,
    "federation": adapters.ask_federation,
    "custom-code": adapters.ask_endpoint,
}


async def ask_user_sources(
    resources: Resources, email: str, password: str, client: Client, *, in_vain: bool
) -> models.SourceResponse:
    """Ask the sources of the application in the order of their `index`; returns the first that accepts the
    password. Returns immediately if the application has no source."""
    application = configuration_of(resources).get_first_party_application(client.application)
    async with resources[Database].one_statement() as db:
        sources = await queries.OF_APPLICATION.all(db, application.id)
    if not sources:
        return models.SourceResponse()
    if in_vain or "@" not in email:
        host = email.partition("@")[2] or "example.com"
        email, password = f"{new_token(9).lower()}@{host}", new_token(9)
    silent, until = False, monotonic() + SECONDS
    for source in sources:
        said = await _ask_user_source(
            resources, source, email, password, client.ip, until - monotonic()
        )
        silent = silent or said.is_silent
        if said.found is not None and not in_vain:
            return said
    return models.SourceResponse(is_silent=silent)


async def _ask_user_source(
    resources: Resources,
    source: models.StoredSource,
    email: str,
    password: str,
    ip: str,
    seconds: float,
) -> models.SourceResponse:
    circuits = resources[Circuits]
    if seconds <= 0 or not circuits.may_call(source.id):
        return models.SourceResponse(source, is_silent=True)
    asking = models.SourceQuestion(_unseal_source_settings(resources, source), email, password, ip)
    circuits.record_call(source.id)
    try:
        async with asyncio.timeout(seconds):
            found = await ADAPTERS[source.type](resources, asking)
    except TimeoutError:
        await _record_source_failure(
            resources, source, ProviderFault("unreachable", "The request timed out")
        )
        return models.SourceResponse(source, is_silent=True)
    except ProviderFault as fault:
        await _record_source_failure(resources, source, fault)
        return models.SourceResponse(source, is_silent=True)
    except UNREADABLE as error:
        said = f"An answer is not as it should be: {type(error).__name__}"
        await _record_source_failure(resources, source, ProviderFault("malformed", said))
        return models.SourceResponse(source, is_silent=True)
    finally:
        circuits.record_call_end(source.id)
    circuits.record_answer(source.id)
    if found is None or found.email.strip().lower() != email.lower():
        return models.SourceResponse(source)
    if not 0 < len(found.subject) <= LONGEST_SUBJECT:
        return models.SourceResponse(source)
    return models.SourceResponse(source, found)


def _unseal_source_settings(resources: Resources, source: models.StoredSource) -> dict[str, Any]:
    secrets = queries.SECRETS.open(resources[Box], source.id, source.sealed_secrets)
    return {**source.configuration, **orjson.loads(secrets)}


async def _record_source_failure(
    resources: Resources, source: models.StoredSource, fault: ProviderFault
) -> None:
    """Announce once to the vendor that a source does not respond; the user gets no reason. A source that
    refuses a request is asked again at the next sign-in, because the user's input may be the reason."""
    log.warning("user_sources.silent", source=source.name, why=fault.detail)
    if fault.reason != "refused" and resources[Circuits].record_failure(source.id):
        event = SourceFellSilent(None, source.id, source.name, fault.detail)
        async with resources[Database].transaction(Scope.system()) as db:
            await announce_event(db, event, by=SYSTEM)
