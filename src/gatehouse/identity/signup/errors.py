from gatehouse.kit.errors import Forbidden, Invalid


class SignUpsClosed(Forbidden):
    code = "sign_up.closed"


class InvitationUnknown(Invalid):
    """Known to the client by its code (wire reference §3)."""

    code = "ER-01061"
