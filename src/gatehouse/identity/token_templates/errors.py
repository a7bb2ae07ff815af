from gatehouse.kit.errors import Conflict, Invalid, NotFound


class JwtTemplateNotFound(NotFound):
    code = "jwt_templates.not_found"


class JwtTemplateKeyTaken(Conflict):
    code = "jwt_templates.key_taken"


class JwtTemplateInUse(Conflict):
    """Rules name it."""

    code = "jwt_templates.in_use"


class TooManyJwtTemplates(Conflict):
    code = "jwt_templates.too_many"


class JwtTargetingExists(Conflict):
    code = "jwt_targeting.exists"


class JwtTargetingNotFound(NotFound):
    code = "jwt_targeting.not_found"


class JwtRuleRefused(Invalid):
    """A rule names a template or a role that there is not."""

    code = "jwt_targeting.unknown"
