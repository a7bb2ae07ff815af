from gatehouse.kit.errors import Conflict, NotFound


class FailedJobNotFound(NotFound):
    code = "system.job_not_found"


class KeyWaits(Conflict):
    code = "system.key_waits"


class JobWaitsAgain(Conflict):
    code = "system.job_waits_again"
