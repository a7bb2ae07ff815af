from typing import Annotated, Literal

from pydantic import Field, SecretStr, StringConstraints

from gatehouse.kit.configuration import BaseUrl, Section

# It becomes part of an address.
Sid = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9]{2,64}$")]
Prefix = Annotated[str, StringConstraints(pattern=r"^\+[1-9][0-9]{0,6}$")]


class FileSms(Section):
    """Text messages are written as JSON files below `<data_dir>/sms`."""

    kind: Literal["file"] = "file"


class TwilioSms(Section):
    """Text messages go to a gateway that speaks Twilio's HTTP protocol. `secret` is the account's auth
    token, or that of the API key when `api_key_sid` names one. `sender` is a number, a name, or the id of
    a messaging service."""

    kind: Literal["twilio"]
    account_sid: Sid
    api_key_sid: Sid | None = None
    secret: SecretStr
    sender: str = Field(min_length=1, max_length=64)
    base_url: BaseUrl = "https://api.twilio.com"
    timeout_seconds: float = Field(10, gt=0, le=50)


class SmsSettings(Section):
    sms: Annotated[FileSms | TwilioSms, Field(discriminator="kind")] = Field(
        FileSms(), description="Where text messages go."
    )
    sms_prefixes: list[Prefix] = Field(
        [],
        description="Numbers that may get text messages begin with one of these, such as `+49`; "
        "without any, all may.",
    )
