"""Refusals about licenses."""

from gatehouse.kit.errors import NotFound


class LicenseMissing(NotFound):
    code = "licenses.missing"
