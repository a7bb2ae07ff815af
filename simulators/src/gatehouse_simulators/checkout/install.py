"""Creates the provider's tables and catalog. Run it as the owner, after the migrations."""

from pathlib import Path

import asyncpg
import orjson

from gatehouse.kit.deployment import Deployment
from gatehouse_simulators.checkout.catalog import build_catalog
from gatehouse_simulators.checkout.secrets import CheckoutAccountSecrets
from gatehouse_simulators.checkout.webhooks.destination import build_own_destination
from gatehouse_simulators.shared.origin import own_origin

LOCK = 0x73696D63  # a number that nothing else in this database locks

SEED = (
    "insert into simulated_checkout.entities (id, kind, body) values ($1, $2, $3)"
    " on conflict (id) do nothing"
)
SEED_DESTINATION = (
    "insert into simulated_checkout.entities (id, kind, body) values ($1, 'destination', $2)"
    " on conflict (id) do update set body = excluded.body"
)


async def prepare_database(
    owner_url: str, deployment: Deployment, secrets: CheckoutAccountSecrets
) -> None:
    """Create what is missing. Many processes may run this at once. Never called in production."""
    connection = await asyncpg.connect(owner_url)
    try:
        await connection.fetchval("select pg_advisory_lock($1)", LOCK)
        await connection.execute((Path(__file__).parent / "store" / "schema.sql").read_text())
        await connection.executemany(
            SEED,
            [(body["id"], kind, orjson.dumps(body).decode()) for kind, body in build_catalog()],
        )
        receiver = build_own_destination(own_origin(deployment), secrets.webhook_secret)
        await connection.execute(SEED_DESTINATION, receiver["id"], orjson.dumps(receiver).decode())
    finally:
        await connection.close()
