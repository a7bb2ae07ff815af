"""Tables of credentials and details of users: their rows are deleted when the account gets another owner.
Each is declared beside the statements of its table."""

from collections.abc import Sequence
from typing import LiteralString


class UserRows:
    """`UserRows("passwords", made_at="changed_at")`: rows that belong to the user in `user_id`.

    `only` is a condition on the row `g`.
    """

    def __init__(
        self,
        table: LiteralString,
        *,
        made_at: LiteralString = "created_at",
        only: LiteralString = "true",
    ) -> None:
        self.table = table
        self.made_at = made_at
        self.only = only


def compose_row_deletes(tables: Sequence[UserRows]) -> LiteralString:
    """Delete what user $1 has in these tables."""
    deletes: list[LiteralString] = [_compose_row_delete(rows) for rows in tables]
    return _join_row_deletes("select id from users where id = $1", tables, deletes)


def compose_row_deletes_before_proof(tables: Sequence[UserRows]) -> LiteralString:
    """Delete user $1's rows in these tables from before the user verified an address that the vendor had
    marked verified."""
    deletes: list[LiteralString] = [
        f"{_compose_row_delete(rows)} and g.{rows.made_at} < p.since" for rows in tables
    ]
    person: LiteralString = (
        "select id, proved_at as since from users where id = $1 and proved_at > vouched_at"
    )
    return _join_row_deletes(person, tables, deletes)


def _compose_row_delete(rows: UserRows) -> LiteralString:
    return f"delete from {rows.table} g using person p where g.user_id = p.id and {rows.only}"


def _join_row_deletes(
    person: LiteralString, tables: Sequence[UserRows], deletes: Sequence[LiteralString]
) -> LiteralString:
    parts: list[LiteralString] = [f"person as ({person})"]
    for rows, delete in zip(tables[:-1], deletes[:-1], strict=True):
        parts.append(f"{rows.table}_gone as ({delete})")
    return f"with {', '.join(parts)} {deletes[-1]}"
