from pydantic import Field

from gatehouse.kit.configuration import SettingsSection, WebAddress


class CaptchaSettings(SettingsSection):
    captcha_verify_url: WebAddress = Field(
        "https://www.google.com/recaptcha/api/siteverify",
        description="Where answers to captchas of the kind `recaptcha` are checked; other services "
        "speak the same protocol.",
    )
