from gatehouse.kit.errors import Invalid


class IsClient(Invalid):
    """A client has no clients of its own, and is changed as one."""

    code = "applications.is_client"
