from typing import Annotated

from pydantic import Field, StringConstraints

from gatehouse.kit.configuration import Section

Address = Annotated[str, StringConstraints(pattern=r"^https?://[^\s/]")]


class CaptchaSettings(Section):
    captcha_verify_url: Address = Field(
        "https://www.google.com/recaptcha/api/siteverify",
        description="Where answers to captchas of the kind `recaptcha` are checked; other services "
        "speak the same protocol.",
    )
