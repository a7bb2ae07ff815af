"""Refusals of an invitation."""

from gatehouse.kit.errors import Conflict


class AccessOver(Conflict):
    """The person is a member whose time is over: without a new one there is nothing to accept."""

    code = "invitations.access_over"
