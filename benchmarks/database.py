"""The PostgreSQL under test: Gatehouse's own embedded one, a database for each contestant."""

import asyncio
from pathlib import Path

import asyncpg

from benchmarks.process import pin
from gatehouse.kit.db.embedded import EmbeddedPostgres


class Cluster:
    """Started on the core of the load generator, so that only the server under test has its own."""

    def __init__(self, folder: Path, cores: set[int]) -> None:
        self.postgres = EmbeddedPostgres(folder)
        self.url = self.postgres.start()
        pid_file = self.postgres.cluster / "postmaster.pid"
        self.pid = int(pid_file.read_text().split()[0])
        pin(self.pid, cores)
        self.version = f"PostgreSQL {asyncio.run(self._read_version())}"

    def database(self, name: str) -> str:
        """A fresh database of this name; its URL."""
        asyncio.run(self._create(name))
        return self.url.replace("/postgres?", f"/{name}?")

    async def _create(self, name: str) -> None:
        connection = await asyncpg.connect(self.url)
        try:
            await connection.execute(f"drop database if exists {name} with (force)")
            await connection.execute(f"create database {name}")
        finally:
            await connection.close()

    async def _read_version(self) -> str:
        connection = await asyncpg.connect(self.url)
        try:
            version: str = await connection.fetchval("show server_version")
        finally:
            await connection.close()
        return version

    def stop(self) -> None:
        self.postgres.stop()


async def settle(url: str) -> None:
    """Statistics, visibility map and checkpoint now, so that none of it falls into a sample."""
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("vacuum analyze")
        await connection.execute("checkpoint")
    finally:
        await connection.close()
