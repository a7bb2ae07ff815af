from gatehouse.kit.errors import Invalid, Unauthenticated


class NobodyNamed(Invalid, code="passwordless.nobody_named"): ...


class LinkExpired(Unauthenticated, code="ER-01014"):
    """The link has expired. Clients know it by its code, as the next two errors (wire reference §3)."""


class LinkUnknown(Unauthenticated, code="ER-01015"):
    """The link is unknown or was used."""


class LinkOpenedElsewhere(Unauthenticated, code="ER-01016"):
    """The link was opened in another browser than the one that requested it."""
