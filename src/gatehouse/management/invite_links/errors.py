from gatehouse.kit.errors import Invalid


class MakerNeeded(Invalid):
    """A link is worth what its maker may do, so there is one."""

    code = "invites.maker_needed"
