from gatehouse.kit.errors import Conflict, DomainError, Invalid, NotFound


class CaptchaNeeded(Invalid, code="captcha.needed"): ...


class CaptchaFailed(Invalid, code="captcha.failed"): ...


class CaptchaUnavailable(DomainError, status=503, code="captcha.unavailable"):
    """The captcha provider does not answer. The request is refused: an attacker could cause the outage."""


class NoChallenge(NotFound, code="captcha.no_challenge"): ...


class CaptchaPolicyExists(Conflict, code="captcha.exists"): ...


class CaptchaPolicyMissing(NotFound, code="captcha.missing"): ...


class CaptchaKeysNeeded(Invalid, code="captcha.keys_needed"): ...
