"""Creates the provider's tables and catalog. Run it as the owner, after the migrations."""

from pathlib import Path

import asyncpg
import orjson

from gatehouse_simulators.cards.catalog import build_catalog

LOCK = 0x63617264  # a number that nothing else in this database locks

SEED = (
    "insert into simulated_cards.entities (id, kind, body) values ($1, $2, $3)"
    " on conflict (id) do nothing"
)


async def prepare_database(owner_url: str) -> None:
    """Create what is missing. Many processes may run this at once. Never called in production."""
    connection = await asyncpg.connect(owner_url)
    try:
        await connection.fetchval("select pg_advisory_lock($1)", LOCK)
        await connection.execute((Path(__file__).parent / "store" / "schema.sql").read_text())
        await connection.executemany(
            SEED,
            [(body["id"], body["object"], orjson.dumps(body).decode()) for body in build_catalog()],
        )
    finally:
        await connection.close()
