"""Refusals about writing to the vendor."""

from gatehouse.kit.errors import Conflict


class NobodyToWriteTo(Conflict):
    code = "contact.closed"
