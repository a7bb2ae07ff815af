"""Refusals about invite links."""

from gatehouse.kit.errors import Invalid, NotFound


class InviteLinkNotFound(NotFound):
    """There is none, or it has expired; the client reads it as "none"."""

    code = "invites.not_found"


class MakerNeeded(Invalid):
    """A link is worth what its maker may do, so there is one."""

    code = "invites.maker_needed"
