from dataclasses import dataclass

from gatehouse.providers.slack.port import Slack


@dataclass(frozen=True, slots=True)
class SlackChoice:
    """None where the vendor has no app at Slack."""

    slack: Slack | None
