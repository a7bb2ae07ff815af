"""Errors of sub-accounts."""

from gatehouse.kit.errors import Conflict


class IdTaken(Conflict):
    """The id that the client proposed is in use."""

    code = "sub_accounts.id_taken"


class TooDeep(Conflict):
    code = "sub_accounts.too_deep"


class AccessAlwaysOn(Conflict):
    """The account's setting is `alwaysOn`, so access cannot be revoked from one member."""

    code = "sub_accounts.access_always_on"
