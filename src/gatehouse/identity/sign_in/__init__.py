"""Sign-in, from the request to a session or the next required step. In the order of a password sign-in:

1. `routes.py` takes the request, `context.py` what it says of tenant and browser.
2. `password.py` checks the password, `limits.py` has the lockout. Every other sign-in method has its own
   folder, and continues here.
3. `flow.py` decides: every method ends in `sign_in` or, after MFA, in `finish_sign_in`; nothing else starts a
   session. `invitations.py` joins the tenant of an invite link, `rules.py` holds the rules in their order,
   `prehook_result.py` asks the vendor's prehooks.
4. `flow.py` starts the session, or `pending.py` stores the sign-in until its next step.
5. `response.py` builds the answer; `legacy_login_box_v5.py` does for earlier clients.

`queries.py` has the statements in the same order.
"""
