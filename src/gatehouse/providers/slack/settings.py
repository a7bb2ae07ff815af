from typing import Annotated, Literal

from pydantic import Field, SecretStr, StringConstraints

from gatehouse.kit.configuration import BaseUrl, SettingsSection


class NoSlack(SettingsSection):
    """Accounts cannot connect Slack. In demo and test mode a stand-in writes messages as JSON files below
    `<data_dir>/slack`."""

    kind: Literal["none"] = "none"


class SlackApp(SettingsSection):
    """Your app at Slack, which accounts install in their workspace."""

    kind: Literal["app"]
    client_id: Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z.]{1,64}$")]
    client_secret: SecretStr
    base_url: BaseUrl = "https://slack.com"


class SlackSettings(SettingsSection):
    slack: Annotated[NoSlack | SlackApp, Field(discriminator="kind")] = Field(
        NoSlack(), description="Whether accounts can be told of events in Slack."
    )
