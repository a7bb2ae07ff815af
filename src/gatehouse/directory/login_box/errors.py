from gatehouse.kit.errors import Invalid


class LoginBoxRefused(Invalid):
    """The path cannot be set by an account, or the value is invalid there."""

    code = "login_box.refused"


class LoginBoxTooLarge(Invalid):
    code = "login_box.too_large"
