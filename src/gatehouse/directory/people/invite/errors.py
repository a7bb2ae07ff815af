"""Errors of invitations."""

from gatehouse.kit.errors import Conflict


class AccessOver(Conflict):
    """The temporary access of this member has expired; without a new period there is nothing to accept."""

    code = "invitations.access_over"
