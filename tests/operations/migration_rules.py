"""What a migration may do while the version before still runs: add, and never take away.

Reads the statements of a file, not what they mean: a rule may be too strict, and such a file then says
`-- contracts:`, which is always true of a change that older code cannot live with.
"""

import re
from collections.abc import Iterator

# Filled once by migrations, a handful of rows each: locking them is over at once.
SMALL = {"vendor", "permission_categories", "permissions", "signing_keys"}

# A comment, a quoted text or name, a text between dollars, the end of a statement.
PIECE = re.compile(r"--[^\n]*|/\*.*?\*/|'(?:[^']|'')*'|\"[^\"]*\"|(\$\w*\$).*?\1|;", re.DOTALL)
NAME = r"(?:if (?:not )?exists )?(?:only )?(?:public\.)?(\w+)"

DROPS_DEFAULT = re.compile(r"^alter table .*\balter (?:column )?(\w+) drop default\b")

# What older code may still read, write, or rely on. The right side is what to do instead.
FORBIDDEN = {
    rf"^drop (table|view|function|procedure|type|schema|sequence) {NAME}":
        "older code uses it: drop it in a contracting migration",
    r"^alter table .*\bdrop column\b": "older code reads it: drop it in a contracting migration",
    r"^alter .*\brename\b": "older code knows the old name: add, copy, and contract later",
    r"^alter table .*\balter (column )?\w+ (set data )?type\b":
        "rewrites the table, and older code expects the old type: add a column",
    r"^alter table .*\balter (column )?\w+ set not null\b":
        "older code may leave it empty: give it a default, or a check that is not valid yet",
    r"^truncate\b": "older code has its rows there",
    r"^alter type .*\bdrop\b": "older code uses it",
}  # fmt: skip
ADDS_COLUMN = re.compile(
    r"\badd (?:column )(?:if not exists )?(\w+) (.*?)(?=,\s*(?:add|drop|alter|rename)\b|$)"
)
ADDS_CONSTRAINT = re.compile(
    r"\badd (?:constraint \w+ )?(check|foreign key|unique|primary key|exclude)\b(.*?)"
    r"(?=,\s*(?:add|drop|alter)\b|$)"
)
INDEX = re.compile(rf"^create (unique )?index (concurrently )?(?:if not exists )?(\w+) on {NAME}")
# May run again, and locks rows alone.
WRITES_WHAT_DIFFERS = re.compile(r"^(with\b.*\b)?update\b.* is distinct from ")
TABLE = re.compile(rf"^create (?:unlogged |temporary |temp )?table {NAME}")


def statements(sql: str) -> Iterator[str]:
    """Each in one line and lower case, without comments; texts are kept as `''` and bodies as they are."""
    start, current = 0, ""
    for piece in PIECE.finditer(sql):
        current += sql[start : piece.start()]
        start = piece.end()
        text = piece[0]
        if text == ";":
            yield from _tidy(current)
            current = ""
        elif text.startswith("'"):
            current += "''"
        elif text.startswith(("$", '"')):
            current += text
    yield from _tidy(current + sql[start:])


def _tidy(text: str) -> Iterator[str]:
    if line := " ".join(text.lower().split()):
        yield line


def is_contracting(sql: str) -> bool:
    return re.search(r"^-- contracts: \d+\.\d+\.\d+$", sql, re.MULTILINE) is not None


def faults(sql: str) -> list[str]:
    """What would break a process of the previous version, or block all requests. Empty if nothing would."""
    said = list(statements(sql))
    found = [fault for line in said for fault in _waits(line, _made(said), said)]
    if is_contracting(sql):
        return found
    made = _made(said)
    broken = [fault for line in said for fault in _breaks(line, made)]
    return found + broken + list(_without_default(said, made))


def _made(said: list[str]) -> set[str]:
    """Tables of this file: no process uses them yet."""
    return {match[1] for line in said if (match := TABLE.match(line))}


def _breaks(line: str, made: set[str]) -> Iterator[str]:
    for statement in _parts(line):
        table = re.match(rf"alter table {NAME}", statement)
        if table and table[1] in made:
            continue
        for pattern, instead in FORBIDDEN.items():
            if re.search(pattern, statement):
                yield f"{statement[:80]}: {instead}"
        if table:
            for name, definition in ADDS_COLUMN.findall(statement):
                if "not null" in definition and not re.search(
                    r"\bdefault\b|\bgenerated\b", definition
                ):
                    yield f"{name}: older code leaves it out, so not null needs a default"


def _without_default(said: list[str], made: set[str]) -> Iterator[str]:
    """A column of this file may be empty afterwards: what was there before got its default."""
    added = [one for line in said for one in ADDS_COLUMN.findall(line)]
    may_be_empty = {name for name, definition in added if "not null" not in definition}
    for statement in (part for line in said for part in _parts(line)):
        dropped, table = DROPS_DEFAULT.match(statement), re.match(rf"alter table {NAME}", statement)
        if dropped and table and table[1] not in made and dropped[1] not in may_be_empty:
            yield f"{statement[:80]}: older code leaves it out"


def _waits(line: str, made: set[str], said: list[str]) -> Iterator[str]:
    """Locks that last as long as a table is large."""
    for statement in _parts(line):
        index = INDEX.match(statement)
        if index and index[4] not in made | SMALL:
            if not index[2]:
                yield f"index {index[3]}: writers of {index[4]} would wait, so make it concurrently"
            elif f"drop index concurrently if exists {index[3]}" not in said:
                yield f"index {index[3]}: what a killed run left must be dropped concurrently first"
        table = re.match(rf"alter table {NAME}", statement)
        if table and table[1] not in made | SMALL:
            for kind, rest in ADDS_CONSTRAINT.findall(statement):
                if "not valid" not in rest and "using index" not in rest:
                    yield f"{kind} on {table[1]}: reads all of it, so add it not valid, and validate later"


def _parts(line: str) -> list[str]:
    """A `do` block has statements of its own."""
    body = re.match(r"do (\$\w*\$)(.*)\1", line)
    if not body:
        return [line]
    return [part.strip() for part in re.split(r";|\bbegin\b|\bthen\b|\bloop\b|\belse\b", body[2])]


# Functions and what uses them have their text in gatehouse/sql since this one.
CURRENT_SQL = "0391"
CREATES_RULE = re.compile(
    r"^(create (or replace )?(constraint )?(function|procedure|view|trigger|policy)\b"
    r"|alter (function|procedure|view|policy)\b|call \w+|comment on table\b)"
)


def rule_faults(sql: str) -> list[str]:
    """What has its text in gatehouse/sql, where the next version would not look for it."""
    parts = [part for line in statements(sql) for part in _parts(line)]
    return [f"{part[:80]}: belongs in gatehouse/sql" for part in parts if CREATES_RULE.match(part)]


def shape_faults(sql: str) -> list[str]:
    """What the runner needs of a file."""
    found = []
    contracts = re.search(r"^-- contracts:.*$", sql, re.MULTILINE)
    if contracts and not is_contracting(sql):
        found.append(f"{contracts[0]}: name a version such as 1.4.0")
    concurrent = [line for line in statements(sql) if " concurrently" in line]
    outside = re.search(r"^-- transactional: false$", sql, re.MULTILINE) is not None
    if concurrent and not outside:
        found.append(
            "concurrently works outside of a transaction alone: say `-- transactional: false`"
        )
    if outside:
        again = [line for line in statements(sql) if WRITES_WHAT_DIFFERS.match(line)]
        if len(concurrent) + len(again) != len(list(statements(sql))):
            found.append(
                "what is not transactional has a file of its own, so that it may run again"
            )
        if any(";" in comment for comment in re.findall(r"--[^\n]*", sql)):
            found.append("no semicolon in a comment here: statements are told apart by it")
    return found
