from gatehouse.kit.db import Query

PHONE = Query(str, "select phone_number from users where id = $1 and phone_number is not null")
