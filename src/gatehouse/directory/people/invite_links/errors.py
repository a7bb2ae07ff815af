"""Errors of invite links."""

from gatehouse.kit.errors import Invalid, NotFound


class InviteLinkNotFound(NotFound):
    """There is no link, or it has expired; the client treats the error as "none"."""

    code = "invites.not_found"


class MakerNeeded(Invalid):
    """An invite link is limited to what its creator may give, so it needs one."""

    code = "invites.maker_needed"
