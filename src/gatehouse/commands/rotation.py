"""Rotates keys and the secret key. Only commands load this, not a server."""

from datetime import datetime, timedelta

from gatehouse.access.signing_keys import KeyRing
from gatehouse.commands.database import migrate_or_explain
from gatehouse.commands.runtime import open_resources
from gatehouse.identity.sso import own_keys as saml_keys
from gatehouse.identity.sso.saml import certificates
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Database
from gatehouse.kit.sealed import reseal_all_columns
from gatehouse.settings import Settings


async def reencrypt_stored_values(settings: Settings, url: str) -> dict[str, int]:
    """Encrypt everything that is stored with the current secret key; rows by column."""
    await migrate_or_explain(settings, url)
    async with open_resources(settings, url, 2) as resources:
        return await reseal_all_columns(resources[Database], resources[Box])


async def rotate_saml_key(settings: Settings, url: str, after: timedelta) -> tuple[str, datetime]:
    """Publish a new SAML key; its certificate's fingerprint, and when it starts to sign."""
    await migrate_or_explain(settings, url)
    async with open_resources(settings, url, 2) as resources:
        key, since = await saml_keys.rotate_own_key(resources, after)
        return certificates.certificate_fingerprint(key.certificate), since


async def rotate_keys(settings: Settings, url: str, algorithm: str) -> str:
    """Publish a new signing key; its id."""
    await migrate_or_explain(settings, url)
    async with open_resources(settings, url, 2) as resources:
        return await resources[KeyRing].rotate(algorithm)
