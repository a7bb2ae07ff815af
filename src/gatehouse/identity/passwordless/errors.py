from gatehouse.kit.errors import Invalid, Unauthenticated


class NobodyNamed(Invalid):
    code = "passwordless.nobody_named"


class LinkExpired(Unauthenticated):
    """Known to clients by its code, as the next two are (wire reference §3)."""

    code = "ER-01014"


class LinkUnknown(Unauthenticated):
    """There never was such a link, or it is used."""

    code = "ER-01015"


class LinkOpenedElsewhere(Unauthenticated):
    """The link was opened in another browser than the one that requested it."""

    code = "ER-01016"
