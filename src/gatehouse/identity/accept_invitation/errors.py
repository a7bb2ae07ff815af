from gatehouse.kit.errors import NotFound


class InvitationOver(NotFound):
    code = "invitations.link_over"
