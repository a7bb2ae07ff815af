"""Errors of memberships."""

from gatehouse.kit.errors import Conflict, Forbidden


class AlreadyMember(Conflict):
    code = "memberships.already_member"


class TemporaryAccessOff(Forbidden):
    code = "memberships.temporary_off"
