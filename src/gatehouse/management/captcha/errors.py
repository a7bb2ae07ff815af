from gatehouse.kit.errors import Conflict, Invalid, NotFound


class CaptchaPolicyExists(Conflict):
    code = "captcha.exists"


class CaptchaPolicyMissing(NotFound):
    code = "captcha.missing"


class CaptchaKeysNeeded(Invalid):
    code = "captcha.keys_needed"
