"""PostgreSQL: connection, transactions with tenant scope, typed statements, migrations."""

from gatehouse.kit.db.database import Database, Db, Scope
from gatehouse.kit.db.query import Command, Query

__all__ = ["Command", "Database", "Db", "Query", "Scope"]
