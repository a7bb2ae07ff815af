"""Cache of connections whose token was valid a moment ago, in this process. It is only a hint: its users
check the connection again before anything is read or written."""

from collections import OrderedDict
from datetime import datetime, timedelta
from uuid import UUID

from gatehouse.kit import clock
from gatehouse.kit.crypto import token_hash
from gatehouse.scim.models import ScimConnection

SEEN_FOR, SEEN_AT_MOST = timedelta(minutes=1), 1000


class SeenDirectories:
    """The oldest make room."""

    def __init__(self) -> None:
        self._seen: OrderedDict[tuple[UUID, bytes], tuple[ScimConnection, datetime]] = OrderedDict()

    def add(self, connection: ScimConnection) -> None:
        key = connection.id, connection.token_hash
        self._seen[key] = connection, clock.now()
        self._seen.move_to_end(key)
        if len(self._seen) > SEEN_AT_MOST:
            self._seen.popitem(last=False)

    def find(self, connection_id: UUID, token: str) -> ScimConnection | None:
        found = self._seen.get((connection_id, token_hash(token)))
        if found is None or clock.now() - found[1] > SEEN_FOR:
            return None
        return found[0]
