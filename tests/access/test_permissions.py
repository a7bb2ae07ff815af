"""Every operation of the OpenAPI document is public, open to any member, or guarded by a permission.

A new route needs no edit here, unless it belongs on one of the lists."""

from uuid import uuid4

import httpx
import pytest

from tests.security.routes import operations as described
from tests.world import Db, World

# Called without a session.
PUBLIC = {
    "begin_login",
    "exchange_social_code",
    "finish_login",
    "return_to_application",
    "get_captcha_challenge",
    "get_approval_request",
    "answer_approval",
    "look_at_merge_request",
    "answer_merge_request",
    "list_social_providers_v1",
    "start_social_sign_in_v1",
    "start_custom_social_sign_in",
    "start_social_sign_in",
    "return_from_provider",
    "return_from_provider_by_form",
    "sign_in_with_social_account",
    "get_own_saml_metadata",
    "finish_oidc",
    "finish_oidc_v2",
    "take_saml_answer",
    "finish_saml",
    "finish_saml_for_box",
    "take_saml_logout",
    "take_posted_saml_logout",
    "take_openid_logout",
    "come_back_from_openid_logout",
    "tell_provider",
    "impersonate",
    "request_password_reset_by_sms",
    "verify_password_reset_by_sms",
    "request_mailed_code",
    "request_magic_link",
    "request_texted_code",
    "sign_in_with_mailed_code",
    "sign_in_with_texted_code",
    "sign_in_with_magic_link",
    "request_phone_reset",
    "verify_phone_reset",
    "replace_phone_number",
    "get_hosted_jwks",
    "get_hosted_provider_metadata",
    "get_provider_metadata",
    "get_authorization_server_metadata",
    "get_protected_resource_metadata",
    "authorize_application",
    "post_authorization_request",
    "authorize_silently",
    "exchange",
    "revoke_token",
    "push_authorization_request",
    "register_client",
    "introspect_token",
    "sign_out_of_all",
    "post_sign_out_of_all",
    "sign_out_by_cookie",
    "get_license_keys",
    "validate_license",
    "beat_for_seat",
    "claim_seat",
    "free_seat",
    "report_usage",
    "get_license_file",
    "exchange_api_token",
    "exchange_api_token_v2",
    "refresh_api_token",
    "refresh_api_token_v2",
    "accept_invitation",
    "accept_invitation_by_code",
    "activate_account",
    "activate_account_by_code",
    "activation_strategy",
    "alive",
    "ask_key_at_login",
    "begin_authenticator_at_login",
    "begin_key_at_login",
    "begin_passkey_sign_in",
    "enroll_authenticator_at_login",
    "enroll_key_at_login",
    "enroll_phone_at_login",
    "find_sso",
    "find_sso_v1",
    "take_oidc_answer",
    "take_oidc_refusal",
    "finish_passkey_sign_in",
    "get_jwks",
    "get_asset_links",
    "get_app_site_association",
    "get_login_provider_config",
    "get_metadata",
    "get_picture",
    "get_public_account_settings",
    "get_public_auth_strategies",
    "get_public_captcha_policy",
    "get_public_configuration",
    "get_public_sso_state",
    "get_public_vendor",
    "is_ready",
    "list_custom_social_providers",
    "list_flags",
    "list_password_recovery_strategies",
    "list_sign_up_strategies",
    "list_social_providers",
    "may_remember_device",
    "metrics",
    "password_config",
    "password_config_of_user",
    "receive_card_event",
    "receive_payment_event",
    "recover_mfa",
    "refresh_session",
    "request_password_reset",
    "request_password_reset_by_identifier",
    "resend_activation_mail",
    "resend_invitation_mail",
    "reset_password",
    "send_mfa_mail",
    "send_mfa_text",
    "send_mfa_text_to_new",
    "sign_in_as_vendor",
    "sign_in_with_password",
    "sign_in_with_password_v2",
    "sign_out",
    "sign_up",
    "sign_up_by_phone_number",
    "sign_up_by_username",
    "unlock_me",
    "end_session_by_link",
    "check_set_up_link",
    "make_first_owner",
    "list_feature_flags_of_app",
    "list_social_providers_of_app",
    "validate_password_reset",
    "verify_authenticator_at_login",
    "verify_invitation",
    "verify_key_at_login",
    "verify_mfa_mail",
    "verify_mfa_text",
    "verify_second_factor",
}

# Anybody who is signed in may call these; they act on the caller alone.
SELF = {
    "list_notifications",
    "change_notification_status",
    "mark_notifications_read",
    "pin_notification",
    "get_active_tenants",
    "choose_active_tenants",
    "list_my_phone_numbers",
    "get_my_username",
    "create_username",
    "delete_username",
    "get_user_emails_policy",
    "list_my_emails",
    "add_email",
    "verify_email",
    "set_my_primary_email",
    "delete_email",
    "change_my_email",
    "verify_my_email_change",
    "list_phone_numbers",
    "add_phone_number",
    "send_phone_number_code",
    "verify_phone_number",
    "delete_phone_number",
    "verify_phone_number_deletion",
    "change_my_phone_number",
    "verify_my_phone_number_change",
    "get_user_info",
    "post_user_info",
    "list_consents",
    "describe_consent_request",
    "get_consent",
    "leave_tenant",
    "give_consent",
    "revoke_consent",
    "add_passkey",
    "begin_authenticator",
    "begin_authenticator_app",
    "begin_mfa_email",
    "begin_mfa_email_removal",
    "begin_mfa_key",
    "begin_mfa_key_removal",
    "begin_mfa_phone",
    "begin_mfa_phone_removal",
    "begin_passkey",
    "change_password",
    "confirm_authenticator",
    "confirm_authenticator_app",
    "confirm_mfa_email",
    "confirm_mfa_key",
    "confirm_mfa_phone",
    "create_tenant_token",
    "disable_mfa",
    "end_other_sessions",
    "end_own_session",
    "generate_step_up",
    "get_current_session",
    "get_me",
    "get_me_v3",
    "get_my_authorization",
    "get_my_entitlements",
    "get_my_tenants",
    "get_my_tenants_v1",
    "list_my_mfa_devices",
    "get_accepted_credentials",
    "list_my_passkeys",
    "list_my_tenants",
    "get_my_hierarchy",
    "list_own_sessions",
    "remove_authenticator",
    "remove_mfa_email",
    "remove_mfa_key",
    "remove_mfa_phone",
    "remove_passkey",
    "switch_my_tenant",
    "update_me",
    "upload_my_picture",
}

# Every member may read these: the client asks for them at each sign-in.
ANY_MEMBER = {
    "list_tenant_applications",
    "list_tenant_app_ids",
    "list_tenant_app_assignments",
    "get_own_address",
    "get_address_place",
    "get_auth_strategies",
    "get_global_policy",
    "get_mfa_policy",
    "get_session_configuration",
    "get_vendor_mfa_policy",
    "get_vendor_session_configuration",
    "list_mfa_strategies",
    "list_own_social_providers",
}

OPEN = PUBLIC | SELF | ANY_MEMBER


@pytest.fixture(scope="module")
def operations() -> dict[str, tuple[str, str]]:
    """Method and address, path parameters filled in, by operation id. Those of the vendor's backends
    take no person's token: tests/vendor_access/test_backend_tokens.py."""
    found: dict[str, tuple[str, str]] = {}
    for one in described():
        name, tags = one.document["operationId"], one.document["tags"]
        assert name not in found, "an operation id is used twice"
        address = one.path
        for parameter in one.in_path:
            address = address.replace(f"{{{parameter}}}", str(uuid4()))
        if tags not in (["Vendor"], ["SCIM"]) or name in PUBLIC:
            found[name] = (one.method.upper(), address)
    return found


async def call(browser: httpx.AsyncClient, method: str, address: str) -> int:
    answer = await browser.request(method, address, json=None if method == "GET" else {})
    return answer.status_code


async def test_without_a_session_everything_but_the_public_is_refused(operations, new_client):
    answers = {
        name: await call(new_client(), *operation)
        for name, operation in operations.items()
        if name not in PUBLIC
    }
    assert {name: status for name, status in answers.items() if status != 401} == {}


async def test_without_permissions_everything_but_ones_own_is_refused(operations, world: World):
    nobody = await world.person()
    answers = {
        name: await call(nobody.browser, *operation)
        for name, operation in operations.items()
        if name not in OPEN
    }
    assert {name: status for name, status in answers.items() if status != 403} == {}


async def test_the_lists_name_operations_that_exist(operations):
    assert OPEN - set(operations) == set()
    assert len(OPEN) == len(PUBLIC) + len(SELF) + len(ANY_MEMBER)


@pytest.mark.parametrize(
    ("held", "status"),
    {
        "*": 200, "fe.*": 200, "fe.secure.*": 200, "fe.*.users": 200, "*.*.*.*": 200, "f*e*s": 200,
        "fe_secure.read.users": 403, "feXsecure.read.users": 403, "fe.secure.read.user": 403, "%": 403,
        "fe%": 403, "fe.secure.read.users.*": 403, "fe.secure.write.*": 403, r"fe\*": 403,
    }.items(),
)  # fmt: skip
async def test_a_dot_is_a_dot_and_a_star_is_anything(world: World, db: Db, held: str, status: int):
    who = await world.person()
    added = await db.connection.fetchval(
        "insert into permissions (category_id, key, name) select id, $1, $1 from permission_categories"
        " where not exists (select from permissions where key = $1) limit 1 returning id",
        held,
    )
    await world.grant(who.tenant_id, who.id, held)
    assert (await who.browser.get("/identity/resources/users/v2")).status_code == status
    await db.connection.execute("delete from permissions where id = $1", added)
