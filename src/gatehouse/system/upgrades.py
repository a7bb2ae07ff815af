"""What upgrades did to the schema, in the words of the migrations themselves."""

from functools import cache

from gatehouse.kit.db.migrate import MIGRATIONS

# Lines for the migration runner.
DIRECTIVES = ("depends:", "contracts:", "transactional:")


@cache
def note_of(name: str) -> str:
    """The first comment of a migration of this version; empty for one of another version, or without any."""
    try:
        lines = (MIGRATIONS / f"{name}.sql").read_text().splitlines()
    except OSError:
        return ""
    words: list[str] = []
    for line in lines:
        said = line.removeprefix("--").strip()
        if not line.startswith("--"):
            break
        if said and not said.startswith(DIRECTIVES):
            words.append(said)
    return " ".join(words)
