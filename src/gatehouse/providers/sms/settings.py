from typing import Annotated, Literal

from pydantic import Field, SecretStr, StringConstraints

from gatehouse.kit.configuration import BaseUrl, SettingsSection

SID = r"^[A-Za-z0-9]{2,64}$"  # it becomes part of an address
Prefix = Annotated[str, StringConstraints(pattern=r"^\+[1-9][0-9]{0,6}$")]


class FileSms(SettingsSection):
    """Text messages are written as JSON files below `<data_dir>/sms`."""

    kind: Literal["file"] = "file"


class TwilioSms(SettingsSection):
    """Text messages go to a gateway that speaks Twilio's HTTP protocol."""

    kind: Literal["twilio"]
    account_sid: str = Field(pattern=SID)
    # With one, `secret` is its own; without, it is the auth token of the account.
    api_key_sid: str | None = Field(None, pattern=SID)
    secret: SecretStr
    # A number, a name, or the id of a messaging service.
    sender: str = Field(min_length=1, max_length=64)
    base_url: BaseUrl = "https://api.twilio.com"
    timeout_seconds: float = Field(10, gt=0, le=50)


class SmsSettings(SettingsSection):
    sms: Annotated[FileSms | TwilioSms, Field(discriminator="kind")] = Field(
        FileSms(), description="Where text messages go."
    )
    sms_prefixes: list[Prefix] = Field(
        [],
        description="Numbers that may get text messages begin with one of these, such as `+49`; "
        "without any, all may.",
    )
