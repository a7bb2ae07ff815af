from gatehouse.kit.db import Query

IS_ENROLLED = Query(bool, "select mfa_enrolled from users where id = $1")
NAME = Query(str, "select name from users where id = $1")
