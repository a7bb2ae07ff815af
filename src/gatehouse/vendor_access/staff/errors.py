from gatehouse.kit.errors import Conflict, Forbidden, NotFound


class NotStaff(Forbidden):
    code = "staff.not_staff"


class StaffUnknown(NotFound):
    code = "staff.unknown"


class StaffExists(Conflict):
    code = "staff.exists"


class LastOwner(Conflict):
    code = "staff.last_owner"
