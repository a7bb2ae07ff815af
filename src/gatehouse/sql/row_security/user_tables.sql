-- Tables whose rows belong to a user, such as passwords, factors and codes: a transaction sees those of its
-- user. Administrators of the user's tenants do not.
-- test: tests/security/test_reach.py::test_no_table_shows_rows_of_other_tenants_or_users
-- test: tests/security/test_reach.py::test_a_users_own_rows_are_invisible_to_colleagues
call enable_row_security('application_active_tenants', user_column => 'user_id');
call enable_row_security('authenticators', user_column => 'user_id');
call enable_row_security('authorization_codes', user_column => 'user_id');
call enable_row_security('magic_links', user_column => 'user_id');
call enable_row_security('mfa_emails', user_column => 'user_id');
call enable_row_security('mfa_phones', user_column => 'user_id');
call enable_row_security('oauth_consents', user_column => 'user_id');
call enable_row_security('one_time_codes', user_column => 'user_id');
call enable_row_security('password_history', user_column => 'user_id');
call enable_row_security('passwords', user_column => 'user_id');
call enable_row_security('pending_sign_ins', user_column => 'user_id');
call enable_row_security('phone_numbers', user_column => 'user_id');
call enable_row_security('profile_pictures', user_column => 'user_id');
call enable_row_security('recovery_codes', user_column => 'user_id');
call enable_row_security('remembered_devices', user_column => 'user_id');
call enable_row_security('second_factor_attempts', user_column => 'user_id');
call enable_row_security('user_emails', user_column => 'user_id');
call enable_row_security('user_versions', user_column => 'user_id');
call enable_row_security('webauthn_challenges', user_column => 'user_id');
call enable_row_security('webauthn_credentials', user_column => 'user_id');
