from gatehouse.kit.errors import Invalid, Unauthenticated


class NobodyNamed(Invalid):
    code = "passwordless.nobody_named"


class LinkExpired(Unauthenticated):
    """The link has expired. Clients know it by its code, as the next two errors (wire reference §3)."""

    code = "ER-01014"


class LinkUnknown(Unauthenticated):
    """The link is unknown or was used."""

    code = "ER-01015"


class LinkOpenedElsewhere(Unauthenticated):
    """The link was opened in another browser than the one that requested it."""

    code = "ER-01016"
