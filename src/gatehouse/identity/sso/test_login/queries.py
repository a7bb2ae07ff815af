"""Statements on test logins."""

from datetime import datetime
from typing import LiteralString

from gatehouse.identity.sso.test_login.models import TestLogin
from gatehouse.kit.db import Command, Query

_COLUMNS: LiteralString = "id, tenant_id, connection_id, checks, passed"

ADD = Command(
    """
    insert into sso_tests (id, tenant_id, connection_id, session_id, checks, created_at, expires_at)
    values ($2, $1, $3, $4, '[]', $5, $6)
    """
)
# Only for the session that started the test.
ONE = Query(
    TestLogin,
    f"""
    select {_COLUMNS} from sso_tests
    where tenant_id = $1 and connection_id = $2 and id = $3 and session_id = $4 and expires_at > $5
    """,
)
# The state names the test, so a response is matched by the id of the test.
BY_ID = Query(TestLogin, f"select {_COLUMNS} from sso_tests where id = $1 and passed is null")
FINISH = Command(
    """
    update sso_tests set checks = $3, passed = $4 where tenant_id = $1 and id = $2 and passed is null
    """
)
FORGET = Command(
    "delete from sso_tests where id in ("
    "select id from sso_tests where expires_at < $1 order by expires_at limit $2)"
)
OLDEST_TO_FORGET = Query(datetime, "select min(expires_at) as expired_at from sso_tests")
