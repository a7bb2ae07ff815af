from gatehouse.kit.errors import Invalid


class LoginBoxRefused(Invalid):
    """A path that is not an account's to set, or a value that does not fit there."""

    code = "login_box.refused"


class LoginBoxTooLarge(Invalid):
    code = "login_box.too_large"
