from gatehouse.kit.errors import Conflict, NotFound


class SubscriptionNotFound(NotFound):
    code = "subscriptions.not_found"


class TooManySubscriptions(Conflict):
    code = "subscriptions.too_many"


class UnknownEventKey(NotFound):
    code = "subscriptions.unknown_event"
