"""Test logins for administrators: the provider's response is verified as in a sign-in and kept as a trace for
the session that started the test. No session begins."""
