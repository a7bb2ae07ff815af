from gatehouse.kit.errors import Conflict, NotFound


class TableNotFound(NotFound):
    code = "vendor.table_not_found"


class DocumentChanged(Conflict):
    """What would change is no longer what its caller saw."""

    code = "vendor.document_changed"
