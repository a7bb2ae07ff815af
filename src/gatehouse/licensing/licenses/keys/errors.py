"""Refusals about license keys."""

from gatehouse.kit.errors import NotFound


class KeyMissing(NotFound):
    code = "licenses.key_missing"
