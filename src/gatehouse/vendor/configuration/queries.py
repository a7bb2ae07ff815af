from gatehouse.kit.db import Query
from gatehouse.vendor.configuration.models import Vendor

VENDOR = Query(Vendor, "select * from vendor")
