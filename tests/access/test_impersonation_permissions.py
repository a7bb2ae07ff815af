"""Which permissions an impersonated session may use. A new permission is refused until it is declared."""

from uuid import uuid4

import pytest

from gatehouse.access.errors import Impersonated
from gatehouse.access.impersonation import refuse_impersonated
from gatehouse.access.permissions import USABLE_IN_IMPERSONATION, Permission

# Permissions that write, reviewed one by one; whatever reads is usable except for license keys.
WRITES = {
    Permission.ACCOUNT_HIERARCHY_WRITE_SUB_ACCOUNT,
    Permission.DELETE_BELL_NOTIFICATIONS,
    Permission.LICENSING_WRITE_LICENSES,
    Permission.WRITE_GROUPS,
    Permission.WRITE_RESEND_ACTIVATION_EMAIL,
    Permission.WRITE_UPDATE_USER_BELL_NOTIFICATION,
}


def may_use(permission: Permission) -> bool:
    try:
        refuse_impersonated(uuid4(), permission)
    except Impersonated:
        return False
    return True


@pytest.mark.parametrize("permission", Permission, ids=str)
def test_impersonation_may_use_what_is_declared(permission: Permission):
    reads = "read" in permission.value.split(".") and permission != Permission.LICENSING_READ_KEYS
    assert may_use(permission) == (reads or permission in WRITES)
    assert may_use(permission) == (permission in USABLE_IN_IMPERSONATION)


def test_a_session_of_the_user_may_use_everything():
    for permission in Permission:
        refuse_impersonated(None, permission)


def test_what_names_no_permission_is_refused():
    with pytest.raises(Impersonated):
        refuse_impersonated(uuid4())
