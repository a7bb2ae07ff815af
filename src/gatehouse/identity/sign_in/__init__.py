"""The sign-in flow: from a verified authentication to a session, or to the next required step.

Every sign-in method ends in `flow.sign_in` or, after MFA, in `flow.finish_sign_in`; nothing else starts a
session. `rules.py` holds the order of the rules.
"""
