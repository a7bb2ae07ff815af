from gatehouse.kit.errors import Conflict, NotFound


class TableNotFound(NotFound):
    code = "vendor.table_not_found"


class DocumentChanged(Conflict):
    """The changes differ from those that the caller reviewed."""

    code = "vendor.document_changed"
