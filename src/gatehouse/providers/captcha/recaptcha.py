"""What reCAPTCHA, hCaptcha and Turnstile have in common: a form with the secret and the page's token, and
`success` in the answer, which sees to it that a token counts once."""

from urllib.parse import urlencode

import orjson

from gatehouse.kit.outbound import AddressRefused, Outbound, Unreachable
from gatehouse.providers.captcha.port import CaptchaUnreachable, Verdict

FORM = {"content-type": "application/x-www-form-urlencoded"}


class Recaptcha:
    def __init__(self, outbound: Outbound, url: str) -> None:
        self._outbound = outbound
        self._url = url

    async def verify(self, secret: str, solution: str, ip: str) -> Verdict:
        form = urlencode({"secret": secret, "response": solution, "remoteip": ip})
        try:
            answer = await self._outbound.post(self._url, form.encode(), FORM)
            said = orjson.loads(answer.text)
        except (AddressRefused, Unreachable, ValueError) as error:
            raise CaptchaUnreachable(str(error)) from None
        if not isinstance(said, dict) or not isinstance(said.get("success"), bool):
            raise CaptchaUnreachable("The answer cannot be read")
        score = said.get("score")
        return Verdict(said["success"], float(score) if isinstance(score, int | float) else None)
