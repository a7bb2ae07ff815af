"""Bring the schema up to date before anything is done with it."""

import asyncpg

from gatehouse.commands.runtime import card_plugin, checkout_plugin
from gatehouse.kit.configuration import ConfigurationError
from gatehouse.kit.db.migrate import SchemaError, migrate
from gatehouse.kit.db.pools import explain_refusal
from gatehouse.providers.simulators import require_simulators
from gatehouse.settings import Settings


async def migrate_or_explain(settings: Settings, url: str) -> list[str]:
    """What was done; a `ConfigurationError` says what is wrong with the database."""
    if settings.simulates_checkout or settings.simulates_cards:
        require_simulators(settings)
    owner = settings.migration_database_url or url
    try:
        done = await migrate(owner)
        if settings.simulates_checkout:
            await checkout_plugin(settings).prepare_database(owner)
        if settings.simulates_cards:
            await card_plugin(settings).prepare_database(owner)
        return done
    except SchemaError as error:
        raise ConfigurationError(str(error)) from None
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, ValueError) as error:
        raise ConfigurationError(explain_refusal(error)) from None
