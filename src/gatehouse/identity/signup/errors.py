from gatehouse.kit.errors import Forbidden, Invalid


class SignUpsClosed(Forbidden, code="sign_up.closed"): ...


class SignUpWayNotOffered(Forbidden, code="sign_up.way_not_offered"): ...


class InvitationUnknown(Invalid, code="ER-01061"):
    """Known to the client by its code (wire reference §3)."""
