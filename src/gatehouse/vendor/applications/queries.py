from gatehouse.kit.db import Query
from gatehouse.vendor.applications.models import Application

APPLICATIONS = Query(Application, "select * from applications order by not is_default, key")
