from gatehouse.identity.sign_in.queries import HOME
from gatehouse.kit.db import Command

__all__ = ["HOME", "NOTE_PROVIDER"]

# Where the person came from; shown in lists of people.
NOTE_PROVIDER = Command("update users set provider = $2 where id = $1")
