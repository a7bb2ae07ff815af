from gatehouse.kit.errors import Conflict, NotFound


class NotificationNotFound(NotFound):
    code = "notifications.not_found"


class TooManyPinned(Conflict):
    code = "notifications.too_many_pinned"
