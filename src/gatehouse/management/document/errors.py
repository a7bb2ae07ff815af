from gatehouse.kit.errors import NotFound


class TableNotFound(NotFound):
    code = "vendor.table_not_found"
