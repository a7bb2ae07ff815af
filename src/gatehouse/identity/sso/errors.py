from gatehouse.kit.errors import NotFound


class ExcludedEmailNotFound(NotFound):
    code = "sso.not_excluded"
