from gatehouse.kit.errors import Conflict, Invalid, NotFound


class JwtTemplateNotFound(NotFound):
    code = "jwt_templates.not_found"


class JwtTemplateKeyTaken(Conflict):
    code = "jwt_templates.key_taken"


class JwtTemplateInUse(Conflict):
    """A targeting rule uses the template."""

    code = "jwt_templates.in_use"


class TooManyJwtTemplates(Conflict):
    code = "jwt_templates.too_many"


class JwtTargetingExists(Conflict):
    code = "jwt_targeting.exists"


class JwtTargetingNotFound(NotFound):
    code = "jwt_targeting.not_found"


class JwtRuleRefused(Invalid):
    """A rule names an unknown template or role."""

    code = "jwt_targeting.unknown"
