from gatehouse.kit.errors import Conflict, Invalid, NotFound


class SlackNotConfigured(NotFound):
    """The vendor has no app at Slack."""

    code = "slack.not_configured"


class SlackNotConnected(Conflict):
    code = "slack.not_connected"


class SlackAnsweredNo(Invalid):
    """Slack refused, or did not answer; the text says why."""

    code = "slack.failed"


class SlackSubscriptionNotFound(NotFound):
    code = "slack.subscription_not_found"


class TooManySlackSubscriptions(Conflict):
    code = "slack.too_many"


class SlackEventUnknown(Invalid):
    code = "slack.unknown_event"
