from gatehouse.kit.db import Query

VENDOR_NAME = Query(str, "select name from vendor")
