from gatehouse.kit.errors import NotFound


class SessionLinkExpired(NotFound):
    code = "session.link_over"
