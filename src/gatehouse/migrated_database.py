"""Bring the schema up to date before anything is done with it."""

import asyncpg

from gatehouse.kit.configuration import ConfigurationError
from gatehouse.kit.db.migrate import SchemaError, migrate
from gatehouse.kit.db.pools import explain_refusal
from gatehouse.runtime import simulated_account
from gatehouse.settings import Settings


async def migrate_or_explain(settings: Settings, url: str) -> list[str]:
    """What was done; a `ConfigurationError` says what is wrong with the database."""
    owner = settings.migration_database_url or url
    try:
        done = await migrate(owner)
        if settings.simulates_checkout:
            from gatehouse_simulators.checkout.install import prepare

            await prepare(owner, settings, simulated_account(settings))
        if settings.simulates_cards:
            from gatehouse_simulators.cards.install import prepare as prepare_cards

            await prepare_cards(owner)
        return done
    except SchemaError as error:
        raise ConfigurationError(str(error)) from None
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, ValueError) as error:
        raise ConfigurationError(explain_refusal(error)) from None
