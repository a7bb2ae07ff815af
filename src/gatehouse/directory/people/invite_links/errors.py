"""Refusals about invite links."""

from gatehouse.kit.errors import NotFound


class InviteLinkNotFound(NotFound):
    """There is none, or it has expired; the client reads it as "none"."""

    code = "invites.not_found"
