"""Refusals of webhooks, notifications, Slack and subscriptions."""

from gatehouse.kit.errors import Conflict, Invalid, NotFound


class CannotTell(Exception):
    """A permanent failure that no retry would change. The text gives the reason to the tenant's users."""


class NotificationNotFound(NotFound, code="notifications.not_found"): ...


class TooManyPinned(Conflict, code="notifications.too_many_pinned"): ...


class SlackNotConfigured(NotFound, code="slack.not_configured"):
    """The vendor has no app at Slack."""


class SlackNotConnected(Conflict, code="slack.not_connected"): ...


class SlackAnsweredNo(Invalid, code="slack.failed"):
    """Slack refused, or did not answer; the text says why."""


class SlackSubscriptionNotFound(NotFound, code="slack.subscription_not_found"): ...


class TooManySlackSubscriptions(Conflict, code="slack.too_many"): ...


class SlackEventUnknown(Invalid, code="slack.unknown_event"): ...


class SubscriptionNotFound(NotFound, code="subscriptions.not_found"): ...


class TooManySubscriptions(Conflict, code="subscriptions.too_many"): ...


class UnknownEventKey(NotFound, code="subscriptions.unknown_event"): ...


class EventNotFound(NotFound, code="events.not_found"): ...


class EventKeyUnknown(Invalid, code="events.unknown_key"): ...


class WebhookNotFound(NotFound, code="webhooks.not_found"): ...


class DeliveryNotFound(NotFound, code="webhooks.delivery_not_found"): ...


class TooManyWebhooks(Conflict, code="webhooks.too_many"): ...


class WebhookInactive(Conflict, code="webhooks.inactive"):
    """Nothing is sent to a webhook that is switched off."""


class UnknownEvent(Invalid, code="webhooks.unknown_event"): ...


class UrlRefused(Invalid, code="webhooks.url_refused"): ...


class TestFailed(Invalid, code="webhooks.test_failed"):
    """No whole answer came; the text says why."""
