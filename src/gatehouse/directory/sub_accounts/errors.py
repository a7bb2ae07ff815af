"""Refusals about sub-accounts."""

from gatehouse.kit.errors import Conflict


class IdTaken(Conflict):
    """Clients propose the id."""

    code = "sub_accounts.id_taken"


class TooDeep(Conflict):
    code = "sub_accounts.too_deep"


class AccessAlwaysOn(Conflict):
    """The account's setting is `alwaysOn`."""

    code = "sub_accounts.access_always_on"
