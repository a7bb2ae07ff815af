"""Errors of an activation."""

from gatehouse.kit.errors import Conflict, Invalid, NotFound


class ActivationLinkExpired(NotFound, code="activation.link_expired"):
    """The client shows its page for expired links on this 404."""


class PasswordNeeded(Invalid, code="activation.password_needed"): ...


class AlreadyActive(Conflict, code="activation.already_active"): ...


class InvitationOver(NotFound, code="invitations.link_over"): ...
