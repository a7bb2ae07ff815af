"""Filters of the member lists."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from gatehouse.kit.lists import pattern_beginning, pattern_containing

# The trigram index cannot look up fewer than three consecutive letters or digits.
INDEXED = re.compile(r"[^\W_]{3}")

# The first that applies: disabled, past the end of temporary access, not yet activated, or none of these.
Status = Literal["disabled", "ended", "pending", "active"]
ManagedBy = Literal["frontegg", "scim2"]


@dataclass(frozen=True, slots=True)
class MemberQuery:
    """Filters of a member list, combined with AND. `text` is a part of name or address, `phone` a number
    without separators, `metadata` an object that the user's metadata contains, `username` in lower case.
    Of several values in `statuses`, `roles` (also through a group), `groups` and `managed_by` one must
    match."""

    text: str = ""
    email_part: str = ""
    name_prefix: str = ""
    email: str | None = None
    ids: list[UUID] | None = None
    unenrolled: bool = False
    breached: bool = False
    not_seen_since: datetime | None = None
    phone: str | None = None
    metadata: dict[str, Any] | None = None
    username: str | None = None
    statuses: list[Status] | None = None
    roles: list[UUID] | None = None
    groups: list[UUID] | None = None
    managed_by: list[ManagedBy] | None = None
    enrolled: bool | None = None
    seen_since: datetime | None = None
    never_seen: bool | None = None

    def as_json(self) -> dict[str, Any]:
        """The requested filters, as `gatehouse_list_people` takes them."""
        given = {
            "text": pattern_containing(self.text) if self.text else None,
            "email_part": pattern_containing(self.email_part) if self.email_part else None,
            "name_prefix": pattern_beginning(self.name_prefix) if self.name_prefix else None,
            "email": self.email,
            "ids": self.ids,
            "unenrolled": self.unenrolled or None,
            "breached": self.breached or None,
            "not_seen_since": self.not_seen_since,
            "phone": self.phone,
            "metadata": self.metadata,
            "username": self.username,
            "statuses": self.statuses,
            "roles": self.roles,
            "groups": self.groups,
            "managed_by": self.managed_by,
            "enrolled": self.enrolled,
            "seen_since": self.seen_since,
            "never_seen": self.never_seen,
        }
        asked = {name: _to_plain(value) for name, value in given.items() if value is not None}
        # A user by address, id or user name is looked up without the index of words.
        words = self._words if asked.keys().isdisjoint(("email", "ids", "username")) else []
        if words and INDEXED.search(self.text):
            del asked["text"]  # covered completely by the words
        return asked | ({"words": words} if words else {})

    @property
    def _words(self) -> list[str]:
        """Patterns for the index of names and addresses."""
        texts = (self.text, self.email_part, self.name_prefix)
        return [pattern_containing(text) for text in texts if INDEXED.search(text)]


NOBODY = MemberQuery(ids=[])


def _to_plain(value: Any) -> Any:
    if isinstance(value, list):
        return [str(one) for one in value]
    return value.isoformat() if isinstance(value, datetime) else value
