from gatehouse.kit.errors import NotFound


class UnlockLinkOver(NotFound):
    code = "unlock.link_over"
