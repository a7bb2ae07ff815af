"""PostgreSQL: connection, transactions with tenant scope, typed statements, migrations."""

from gatehouse.kit.db.database import COMMAND_PATIENCE, Database, Db, Scope, SingleStatements
from gatehouse.kit.db.query import Command, Query

__all__ = ["COMMAND_PATIENCE", "Command", "Database", "Db", "Query", "Scope", "SingleStatements"]
