"""Errors of an activation."""

from gatehouse.kit.errors import Conflict, Invalid, NotFound


class ActivationLinkExpired(NotFound):
    """The client shows its page for expired links on this 404."""

    code = "activation.link_expired"


class PasswordNeeded(Invalid):
    code = "activation.password_needed"


class AlreadyActive(Conflict):
    code = "activation.already_active"


class InvitationOver(NotFound):
    code = "invitations.link_over"
