"""Approval flows: requested by the vendor's backends, answered by the approvers through mailed links."""
