from gatehouse.kit.errors import Conflict, Invalid, NotFound


class WebhookNotFound(NotFound):
    code = "webhooks.not_found"


class DeliveryNotFound(NotFound):
    code = "webhooks.delivery_not_found"


class TooManyWebhooks(Conflict):
    code = "webhooks.too_many"


class WebhookInactive(Conflict):
    """Nothing is sent to a webhook that is switched off."""

    code = "webhooks.inactive"


class UnknownEvent(Invalid):
    code = "webhooks.unknown_event"


class UrlRefused(Invalid):
    code = "webhooks.url_refused"


class TestFailed(Invalid):
    """No whole answer came; the text says why."""

    code = "webhooks.test_failed"
