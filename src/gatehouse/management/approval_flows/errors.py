from gatehouse.kit.errors import Conflict, Invalid


class ApproversUnreachable(Invalid):
    """A step names nobody, or somebody by a channel that is off."""

    code = "approvals.unreachable"


class TooManyApprovalFlows(Conflict):
    code = "approvals.too_many_flows"
