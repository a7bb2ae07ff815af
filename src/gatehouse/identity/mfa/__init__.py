"""Multi-factor authentication: managed by a signed-in user (`own`), verified and enrolled at sign-in
(`login`), repeated before sensitive operations (`step_up`), and reset with the recovery code (`recover`)."""
