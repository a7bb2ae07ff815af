from gatehouse.kit.errors import Forbidden


class SignUpsClosed(Forbidden):
    code = "sign_up.closed"
