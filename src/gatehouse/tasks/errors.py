from gatehouse.kit.errors import NotFound


class TaskNotFound(NotFound):
    code = "tasks.not_found"
