"""Refusals about memberships."""

from gatehouse.kit.errors import Conflict


class AlreadyMember(Conflict):
    code = "memberships.already_member"
